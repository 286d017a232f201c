// `mcpdo` out of npm `@modelcontextprotocol/inspector`: a command for each step, and a daemon that
// keeps the connection between them. The daemon's files are in $HOME, which is this driver's own.

import { execFile } from "node:child_process";

import { home, run } from "./steps.mjs";

const PACKAGE = `${home}/node_modules/@modelcontextprotocol/inspector`;
const PROGRAM = `${PACKAGE}/clients/mcpdo/build/mcp-bin.js`;
// Shorter than the test waits for this driver, which has to stop the daemon.
const TIMEOUT = 45_000;

try {
  await run(async (step, person) => {
    const era = step.revision === "2025-11-25" ? "legacy" : "modern";
    const elicit = step.elicitation ? "form" : "off";
    await mcpdo("connect", ...target(step.connect, ["--era", era, "--elicit", elicit]));
    const { protocolVersion } = await mcpdo("connections/show");
    return {
      revision: protocolVersion,
      call: (tool, args) => call(person, tool, args),
      // The next one takes its name and ends it.
      close: () => {},
    };
  });
} finally {
  await mcpdo("daemon", "stop");
}

function target({ url, command, environment }, options) {
  if (url) {
    return [...options, "--transport", "http", "--server-url", url];
  }
  const pairs = Object.entries(environment);
  const variables = pairs.flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  return [...options, ...variables, "--transport", "stdio", "--", ...command];
}

async function call(person, tool, args) {
  let result = await mcpdo("tools/call", tool, JSON.stringify(args));
  while (result.elicitationPending) {
    const { elicitationId } = result.elicitationPending;
    const { action, content } = person.ask(result.elicitationPending);
    const answer = action === "accept" ? JSON.stringify(content) : `--${action}`;
    result = await mcpdo("elicitation/respond", elicitationId, answer);
  }
  return result;
}

/** Runs a command, and gives what it prints. A tool's error is exit code 5, and printed as well. */
function mcpdo(...words) {
  const options = ["--format", "json", "--connection", "test"];
  return new Promise((resolve, reject) => {
    const done = (error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(new Error(`mcpdo ${words.join(" ")}: ${error?.message} ${stdout} ${stderr}`));
      }
    };
    const program = [PROGRAM, ...options, ...words];
    const child = execFile(process.execPath, program, { timeout: TIMEOUT }, done);
    child.stdin.end();
  });
}
