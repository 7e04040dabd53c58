// Clients that send requests and read no answer: what waits for those of one project has a bound, and leaves room for others.
import { mkdtempSync, rmSync } from "node:fs";
import { type Socket, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectKeys } from "../../../support/server/api-keys.ts";

/** More answers of nearly a megabyte than a project may have waiting. The operating system keeps a few of each connection. */
const CONNECTIONS = 20;
const REQUESTS = 30;
const PATH = "/api/public/v2/prompts/long";

const dataDirectory = mkdtempSync(join(tmpdir(), "svc-untaken-"));
const prompt = { name: "long", prompt: "a".repeat(900_000), labels: ["production"] };
const sockets: Socket[] = [];
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
  for (const socket of sockets) socket.destroy();
  await server.close();
  rmSync(dataDirectory, { recursive: true });
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

/** Opens a connection that asks for the prompt and reads nothing. */
function askWithoutReading(): void {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => {});
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${first}\r\n\r\n`.repeat(REQUESTS));
  sockets.push(socket);
}

it("answers that nobody reads fill the share of their project, and are given back when their connections close", async () => {
  let refused = await read(first);
  while (refused.status === 200 && sockets.length < CONNECTIONS) {
    askWithoutReading();
    refused = await read(first);
  }
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect((await read(second)).status).toBe(200);
  expect((await fetch(`${server.url}/api/public/health`)).status).toBe(200);
  // What changes something is answered.
  expect((await write(first, "/scores", { name: "helpful", value: 1, traceId: "a".repeat(32) })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  let { status } = refused;
  while (status === 503) ({ status } = await read(first));
  expect(status).toBe(200);
});
