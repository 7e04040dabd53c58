import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ServerCommand, addressIn, startCommand } from "../../../support/server/server-command.ts";
import { AUTHORIZATION, gzip } from "../../../support/server/otlp-calls.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

let directory: string;
let service: ServerCommand;
let url: string;
beforeEach(async () => {
  directory = folderOfTest("memory");
  service = startCommand(["--data", directory, "--port", "0"]);
  url = addressIn(await service.ready);
});
afterEach(async () => {
  service.child.kill();
  await service.finished;
});

const MIB = 1024 * 1024;
const LIMIT = 16 * MIB;

/** Returns the peak memory of the service in bytes, as Linux counts it. */
async function peakMemory(): Promise<number> {
  const status = await readFile(`/proc/${service.child.pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

async function sendJson(body: Uint8Array<ArrayBuffer>): Promise<number> {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json", "content-encoding": "gzip" };
  const response = await fetch(url + OTLP_TRACES_PATH, { method: "POST", headers, body });
  await response.arrayBuffer();
  return response.status;
}

test("limits the memory for compressed bodies that expand", async () => {
  // An export without spans, with as many blanks as the limit allows.
  const bomb = gzip(`{}${" ".repeat(LIMIT - 2)}`);
  expect(bomb.length).toBeLessThan(20_000);
  const requests = 100;
  const statuses = await Promise.all(Array.from({ length: requests }, async () => sendJson(bomb)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await peakMemory()).toBeLessThan((requests * LIMIT) / 2);
});

test("answers with Retry-After without free memory, and accepts the retries", async () => {
  const body = Buffer.from(`{}${" ".repeat(LIMIT - 2)}`);
  /** Sends all but the last byte. Resolves when the service has received them, or has answered before. */
  const begin = async (): Promise<{ sending: ClientRequest; answered: Promise<IncomingMessage> }> => {
    const headers = { authorization: AUTHORIZATION, "content-type": "application/json", "content-length": LIMIT };
    const sending = request(url + OTLP_TRACES_PATH, { method: "POST", headers });
    const answered = once(sending, "response").then(([response]) => (response as IncomingMessage).resume());
    sending.on("error", () => undefined);
    await Promise.race([new Promise((resolve) => sending.write(body.subarray(0, -1), resolve)), answered]);
    return { sending, answered };
  };
  const held = await Promise.all(Array.from({ length: 9 }, begin));
  const first = await Promise.race(held.map(async ({ answered }) => answered));
  expect([first.statusCode, first.headers["retry-after"]]).toEqual([503, "1"]);

  for (const { sending } of held) sending.end(" ");
  const statuses = await Promise.all(held.map(async ({ answered }) => (await answered).statusCode));
  expect(statuses.toSorted((a = 0, b = 0) => a - b)).toEqual([...Array.from({ length: 8 }, () => 200), 503]);
  expect(await sendJson(gzip(body))).toBe(200);
});
