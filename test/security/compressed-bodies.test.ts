// Compressed bodies that grow a thousandfold. The test fails when decompression has no `maxOutputLength`, or when bodies are
// decompressed without a budget.
import { gzipSync } from "node:zlib";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { gzip, post } from "../support/server/otlp-calls.ts";

const MEGABYTE = 1024 * 1024;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
});
afterAll(async () => server.close());

/** Body of 512 MiB in half a megabyte. */
const BOMB = gzipSync(Buffer.alloc(512 * MEGABYTE), { level: 9 });

it("a body that grows beyond the limit is refused, alone and forty at once, within bounded memory", async () => {
  const before = process.memoryUsage.rss();
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const bomb = async (): Promise<number> =>
    (await post(server, new Uint8Array(BOMB), { "content-encoding": "gzip" })).status;
  const statuses = [await bomb(), ...(await Promise.all(Array.from({ length: 40 }, bomb)))];
  clearInterval(watch);
  expect(new Set(statuses)).toEqual(new Set([413]));
  expect((peak - before) / MEGABYTE).toBeLessThan(400);
});

it("a body compressed twice that grows beyond the limit is refused", async () => {
  const twice = gzipSync(BOMB);
  const { status } = await post(server, new Uint8Array(twice), { "content-encoding": "gzip, gzip" });
  expect(status).toBe(413);
  const { status: good } = await post(server, gzip(new Uint8Array()), { "content-encoding": "gzip" });
  expect(good).toBe(200);
});
