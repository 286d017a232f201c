// What all drivers in JavaScript have in common: the steps of steps.py, with the same lines in and
// out.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

/** Where the packages are. */
export const home = process.argv[2];

/** Loads a package from there. */
export const load = createRequire(`${home}/`);

/** Gives the answer of the step to every question, and writes the questions down. */
class Person {
  begin(answer) {
    this.answer = answer;
    this.asked = [];
  }

  ask({ message, requestedSchema }) {
    this.asked.push({ message, schema: requestedSchema });
    return this.answer;
  }
}

/**
 * `connect(step, person)` gives a connection: its `revision`, `call(tool, arguments)` and
 * `close()`.
 */
export async function run(connect) {
  let connection;
  const person = new Person();
  try {
    for await (const line of createInterface({ input: process.stdin })) {
      const step = JSON.parse(line);
      if (step.connect) {
        await connection?.close();
        connection = await connect(step, person);
        say({ revision: connection.revision });
      } else {
        person.begin(step.answer);
        const result = await connection.call(step.call, step.arguments);
        say({ result, asked: person.asked });
      }
    }
  } finally {
    await connection?.close();
  }
}

function say(answer) {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
