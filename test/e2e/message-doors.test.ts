// Every shape of a message through the doors for people in a terminal and for agents. test/e2e/page has the same for the page.
import { join } from "node:path";
import { createRequire } from "node:module";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runProgram } from "../support/application/run-application.ts";
import { MESSAGE_SHAPES, PICTURE } from "../support/messages/message-shapes.ts";
import { MESSAGE_TRACE, sendMessageTrace, shapeId } from "../support/messages/message-trace.ts";

const SVC = createRequire(import.meta.url).resolve("@svc/register");

let server: RunningServer;
let printed: string;
const client = new Client({ name: "test", version: "1.0.0" });

beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
  await sendMessageTrace(server);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  const { stdout } = await runProgram({
    cwd: import.meta.dirname,
    args: [join(SVC, "../svc.cjs"), "trace", MESSAGE_TRACE],
    env: { SVC_BASE_URL: server.url },
  });
  printed = stdout;
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const shapes = MESSAGE_SHAPES.map((shape, place) => [shape.name, place, shape] as const);

it.each(shapes)(
  "read_trace shows an agent the words and pictures of %s",
  async (_name, place, { shows, pictures = 0 }) => {
    const { content } = await client.callTool({
      name: "read_trace",
      arguments: { traceId: MESSAGE_TRACE, from: place + 1, contentLength: 8_000 },
    });
    const [{ text }] = content as unknown as [{ text: string }];
    const own = text.slice(text.indexOf(`[${shapeId(place)}]`)).split(/\n\d+\. /)[0]!;
    for (const words of shows) expect(own).toContain(words);
    expect(own.match(/\[image\/png, (?:\d+ bytes|media [\w-]+)\]/g) ?? []).toHaveLength(pictures);
    expect(own).not.toContain(PICTURE);
  },
);

it.each(shapes)("svc trace prints the last words of %s, and no JSON of messages", (name, _place, { shows }) => {
  const own = printed.slice(printed.indexOf(`generation ${name}\u0020`)).split("\ngeneration ")[0]!;
  expect(own).toContain(shows.at(-1) ?? "[image/png");
  expect(own).not.toMatch(/"(?:role|parts|content)":/);
  expect(own).not.toContain(PICTURE.slice(0, 20));
});
