// npm `@modelcontextprotocol/client` 2.

import { load, run } from "./steps.mjs";

const { Client, StreamableHTTPClientTransport } = load("@modelcontextprotocol/client");
const { StdioClientTransport } = load("@modelcontextprotocol/client/stdio");

await run(async (step, person) => {
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: step.elicitation ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: step.revision === "2025-11-25" ? "legacy" : "auto" },
    },
  );
  if (step.elicitation) {
    client.setRequestHandler("elicitation/create", ({ params }) => person.ask(params));
  }
  await client.connect(transport(step.connect));
  // The client checks results against the output schemas that it has seen.
  await client.listTools();
  return {
    revision: client.getNegotiatedProtocolVersion(),
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
