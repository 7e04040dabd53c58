// A program that speaks JSON lines over its standard streams, as MCP servers do: one foreign byte breaks it.
import { startObservation } from "@svc/tracing";
import { createInterface } from "node:readline";

for await (const line of createInterface(process.stdin)) {
  const { id, method } = JSON.parse(line);
  startObservation(method, { input: line }).end();
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n`);
}
