// npm `@modelcontextprotocol/sdk` 1.

import { load, run } from "./steps.mjs";

const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = load("@modelcontextprotocol/sdk/client/stdio.js");
const { StreamableHTTPClientTransport } = load(
  "@modelcontextprotocol/sdk/client/streamableHttp.js",
);
const { ElicitRequestSchema } = load("@modelcontextprotocol/sdk/types.js");

await run(async (step, person) => {
  const capabilities = step.elicitation ? { elicitation: { form: {} } } : {};
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  if (step.elicitation) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => person.ask(params));
  }
  let revision;
  const connecting = transport(step.connect);
  // The only way to learn it: the client tells its transport, and nobody else.
  const agreed = connecting.setProtocolVersion?.bind(connecting);
  connecting.setProtocolVersion = (version) => {
    revision = version;
    agreed?.(version);
  };
  await client.connect(connecting);
  // The client checks results against the output schemas that it has seen.
  await client.listTools();
  return {
    revision,
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
});

function transport({ url, command, environment }) {
  if (url) {
    return new StreamableHTTPClientTransport(new URL(url));
  }
  const [program, ...args] = command;
  return new StdioClientTransport({ command: program, args, env: environment });
}
