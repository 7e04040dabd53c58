// Clients that send requests and read no answer: what waits for those of one project has a bound, and leaves room for others.
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { text } from "node:stream/consumers";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { projectKeys } from "../../../support/server/api-keys.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

/** More answers of nearly a megabyte than a project may have waiting. The operating system keeps a few of each connection. */
const CONNECTIONS = 20;
const REQUESTS = 20;
const PATH = "/api/public/v2/prompts/long";

const dataDirectory = folderOfAllTests("untaken");
const prompt = { name: "long", prompt: "a".repeat(900_000), labels: ["production"] };
let server: RunningServer;
let first: string;
let second: string;

beforeAll(async () => {
  server = await startServer({ port: 0, dataDirectory });
  first = await projectKeys(dataDirectory, "first");
  second = await projectKeys(dataDirectory, "second");
  for (const authorization of [first, second]) await write(authorization, "/v2/prompts", prompt);
});
afterAll(async () => {
  await server.close();
});

async function write(authorization: string, path: string, body: object): Promise<Response> {
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(`${server.url}/api/public${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  await response.text();
  return response;
}

async function read(authorization: string): Promise<Response> {
  const response = await fetch(server.url + PATH, { headers: { authorization } });
  await response.text();
  return response;
}

/** Opens a connection that asks for the prompt many times and reads no more than the begin of an answer. */
async function askWithoutReading(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const ask = (connection: string): string =>
    `GET ${PATH} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${first}\r\nConnection: ${connection}\r\n\r\n`;
  socket.write(ask("keep-alive").repeat(REQUESTS - 1) + ask("close"));
  await once(socket, "readable");
  return socket;
}

it("answers that nobody reads fill the share of their project, and those of another have theirs", async () => {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, async () => askWithoutReading()));
  expect((await read(second)).status).toBe(200);
  expect((await fetch(`${server.url}/api/public/health`)).status).toBe(200);
  // What changes something is answered.
  expect((await write(first, "/scores", { name: "helpful", value: 1, traceId: "a".repeat(32) })).status).toBe(200);
  const answers = (await Promise.all(sockets.map(async (socket) => text(socket)))).join("");
  const refused = answers.match(/HTTP\/1\.1 503 .*\r\n(?:.+\r\n)*?retry-after: 1\r\n/gi)?.length ?? 0;
  expect(refused).toBeGreaterThan(0);
  expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(CONNECTIONS * REQUESTS - refused);
});

it("the share is given back when connections close, whose answers were not read", async () => {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, async () => askWithoutReading()));
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect((await read(first)).status).toBe(200), { timeout: 30_000 });
});
