import { once } from "node:events";
import { Agent, type IncomingMessage, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { StatementSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { freePort } from "../../../support/http/free-port.ts";
import { projectKeys } from "../../../support/server/api-keys.ts";
import { AUTHORIZATION, gzip, observations, post, protobufExport, send } from "../../../support/server/otlp-calls.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

let server: RunningServer | undefined;
afterEach(async () => server?.close());

interface Event {
  id: number;
  data: { name: string; projectId: string };
}

async function* events(response: Response): AsyncGenerator<Event> {
  let text = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const field = (name: string): string =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
      if (field("event") === "observation") {
        yield { id: Number(field("id")), data: JSON.parse(field("data")) as Event["data"] };
      }
    }
  }
}

const EVENTS = "/api/local/observations/events";

async function open(running: RunningServer, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(running.url + EVENTS, { headers: { authorization: AUTHORIZATION, ...headers } });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  return response;
}

const named = (n: number): { spanId: string; name: string } => ({
  spanId: (n + 1).toString(16).padStart(16, "0"),
  name: `span ${n}`,
});

async function take(stream: AsyncGenerator<Event>, count: number): Promise<Event[]> {
  const taken: Event[] = [];
  while (taken.length < count) {
    const { value, done } = await stream.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

describe("server-sent events", () => {
  test("report new observations", async () => {
    server = await startServer({ port: 0, memory: true });
    await send(server, { spans: [named(0)] });
    const stream = events(await open(server));
    await send(server, { spans: [named(1)] });
    expect((await take(stream, 1)).map(({ data }) => data)).toEqual([
      expect.objectContaining({ name: "span 1", projectId: "svc-local", type: "SPAN", latency: 1.5 }),
    ]);
    // More observations than one read returns.
    await send(server, { spans: Array.from({ length: 250 }, (_, n) => named(n + 2)) });
    const names = (await take(stream, 250)).map(({ data }) => data.name);
    expect([names[0], names.at(-1), new Set(names).size]).toEqual(["span 2", "span 251", 250]);
    await stream.return(undefined);
  });

  test("continue after the last event of a reader", async () => {
    server = await startServer({ port: 0, memory: true });
    await send(server, { spans: [named(0), named(1), named(2)] });
    const all = await take(events(await open(server, { "last-event-id": "0" })), 3);
    const rest = await take(events(await open(server, { "last-event-id": String(all[0]?.id) })), 2);
    expect(rest.map(({ data }) => data.name)).toEqual(["span 1", "span 2"]);
  });

  test("report to each reader its own project, from its position, during ingestion", async () => {
    const dataDirectory = folderOfTest("live");
    server = await startServer({ port: 0, dataDirectory, openToThisMachine: true });
    const otherKeys = await projectKeys(dataDirectory, "Other");
    const COUNT = 600;
    const sendAll = async (authorization: string, traceId: string): Promise<void> => {
      for (let n = 0; n < COUNT; n += 30) {
        const spans = Array.from({ length: 30 }, (_, i) => ({ ...named(n + i), traceId }));
        const { status } = await post(server!, protobufExport({ spans }), { authorization });
        if (status !== 200) throw new Error(`an export was answered with ${status}`);
      }
    };
    const [local, other] = ["1".repeat(32), "2".repeat(32)];
    const early = events(await open(server, { "last-event-id": "0" }));
    const earlyOfOther = events(await open(server, { "last-event-id": "0", authorization: otherKeys }));
    const sent = Promise.all([sendAll(AUTHORIZATION, local), sendAll(otherKeys, other)]);
    const begun = await take(early, 50);
    const late = events(await open(server, { "last-event-id": "0" }));
    const resumed = events(await open(server, { "last-event-id": String(begun.at(-1)?.id) }));
    const all = Array.from({ length: COUNT }, (_, n) => `span ${n}`);
    const names = (taken: Event[]): string[] => taken.map(({ data }) => data.name);
    expect(names([...begun, ...(await take(early, COUNT - 50))])).toEqual(all);
    expect(names(await take(late, COUNT))).toEqual(all);
    expect(names(await take(resumed, COUNT - 50))).toEqual(all.slice(50));
    const ofOther = await take(earlyOfOther, COUNT);
    expect(names(ofOther)).toEqual(all);
    expect(new Set(ofOther.map(({ data }) => data.projectId)).size).toBe(1);
    await sent;
    await server.close();
  });

  test("are at most 1,000 for a key, and an ended one makes room", async () => {
    const dataDirectory = folderOfTest("streams");
    const running = await startServer({ port: 0, dataDirectory, openToThisMachine: true });
    server = running;
    const other = await projectKeys(dataDirectory, "Other");
    const agent = new Agent({ keepAlive: false });
    const ask = async (authorization: string): Promise<IncomingMessage> => {
      const [answer] = (await once(
        request(running.url + EVENTS, { agent, headers: { authorization } }).end(),
        "response",
      )) as [IncomingMessage];
      return answer;
    };
    const opened: IncomingMessage[] = [];
    for (let count = 0; count < 1_000; count += 50) {
      opened.push(...(await Promise.all(Array.from({ length: 50 }, async () => ask(AUTHORIZATION)))));
    }
    expect(new Set(opened.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const refused = await ask(AUTHORIZATION);
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "5"]);
    expect(JSON.parse(await text(refused))).toEqual({
      message: "This key or person has 1000 open event streams, the most at a time. Close some of them",
      error: "TooManyRequestsError",
    });
    const ofOther = await ask(other);
    expect(ofOther.statusCode).toBe(200);
    opened[0]?.destroy();
    await vi.waitFor(async () => {
      const again = await ask(AUTHORIZATION);
      opened.push(again);
      expect(again.statusCode).toBe(200);
    });
    for (const answer of [...opened, ofOther]) answer.destroy();
    await running.close();
  });

  test("read the database once for many readers", async () => {
    const running = await startServer({ port: 0, memory: true });
    server = running;
    const reads = vi.spyOn(StatementSync.prototype, "all");
    const READERS = 50;
    const streams = await Promise.all(Array.from({ length: READERS }, async () => events(await open(running))));
    // Every reader has reached the newest observation.
    await send(running, { spans: [named(0)] });
    await Promise.all(streams.map(async (stream) => take(stream, 1)));
    reads.mockClear();
    await send(running, { spans: [named(1), named(2)] });
    const taken = await Promise.all(streams.map(async (stream) => take(stream, 2)));
    const count = reads.mock.calls.length;
    reads.mockRestore();
    for (const two of taken) expect(two.map(({ data }) => data.name)).toEqual(["span 1", "span 2"]);
    // One event for the export; two when its spans were announced separately.
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(5);
  });

  test("are not opened by HEAD, whose answer nobody reads", async () => {
    const running = await startServer({ port: 0, memory: true });
    server = running;
    const reads = vi.spyOn(StatementSync.prototype, "all");
    /** Reads of observations after an export that a reader would get. */
    const readsOf = async (n: number): Promise<number> => {
      reads.mockClear();
      await send(running, { spans: [named(n)] });
      // The feed reads in the turn after the export.
      await fetch(`${running.url}/api/public/health`).then(async (answer) => answer.text());
      return reads.mock.contexts.filter((read) => /\bobservations\b/.test((read as StatementSync).sourceSQL)).length;
    };
    const without = await readsOf(0);
    const heads = Array.from({ length: 5 }, async () =>
      fetch(running.url + EVENTS, { method: "HEAD", headers: { authorization: AUTHORIZATION } }),
    );
    expect((await Promise.all(heads)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const afterHeads = await readsOf(1);
    const stream = events(await open(running));
    const withReader = await readsOf(2);
    await take(stream, 1);
    await stream.return(undefined);
    reads.mockRestore();
    expect([afterHeads, withReader > without]).toEqual([without, true]);
  });

  test("wait for a slow reader without delaying others", async () => {
    const running = await startServer({ port: 0, memory: true });
    server = running;
    const slow = await open(running);
    const quick = events(await open(running));
    // About 12 MB: far more than is buffered for one reader, in the service and in the connection.
    const COUNT = 3_000;
    const attributes = { [svc.TRACE_NAME]: "long ".repeat(700) };
    const received: Event[] = [];
    for (let n = 0; n < COUNT; n += 500) {
      await send(running, { spans: Array.from({ length: 500 }, (_, i) => ({ ...named(n + i), attributes })) });
      received.push(...(await take(quick, 500)));
    }
    const all = Array.from({ length: COUNT }, (_, n) => `span ${n}`);
    expect(received.map(({ data }) => data.name)).toEqual(all);
    expect((await take(events(slow), COUNT)).map(({ data }) => data.name)).toEqual(all);
  });

  test("end with the service, and require keys", async () => {
    const running = await startServer({ port: 0, memory: true });
    const stream = events(await open(running));
    expect((await fetch(running.url + EVENTS)).status).toBe(401);
    const rest = take(stream, 1);
    await running.close();
    expect(await rest).toEqual([]);
  });
});

describe("the port of a collector", () => {
  test("accepts exports without keys from this machine", async () => {
    server = await startServer({ port: 0, memory: true, otlpPort: await freePort() });
    const url = server.otlpUrl ?? "";
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/traces$/);
    const headers = { "content-type": "application/x-protobuf", "content-encoding": "gzip" };
    const body = gzip(protobufExport({ spans: [{ name: "from a collector's client" }] }));
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
    expect((await observations(server)).data.map(({ name }) => name)).toEqual(["from a collector's client"]);
    for (const signal of ["metrics", "logs"]) {
      const other = url.replace("traces", signal);
      expect((await fetch(other, { method: "POST", headers, body: gzip("any") })).status).toBe(200);
      const fromPage = { ...headers, origin: "https://evil.example" };
      expect((await fetch(other, { method: "POST", headers: fromPage, body: gzip("any") })).status).toBe(401);
    }
  });

  test.each([
    ["a page of another host", { origin: "https://evil.example" }, 401],
    ["that page with the default keys", { origin: "https://evil.example", authorization: AUTHORIZATION }, 403],
    ["wrong keys", { authorization: basicAuthorization(LOCAL_KEYS.publicKey, "sk-wrong") }, 401],
    ["the public key alone", { authorization: `Bearer ${LOCAL_KEYS.publicKey}` }, 403],
    ["a body that is no export", {}, 400],
  ])("rejects %s", async (_, extra, status) => {
    server = await startServer({ port: 0, memory: true, otlpPort: await freePort() });
    const headers = { "content-type": "application/json", ...extra };
    const answer = await fetch(server.otlpUrl ?? "", { method: "POST", headers, body: status === 400 ? "[]" : "{}" });
    expect(answer.status).toBe(status);
    expect((await observations(server)).data).toEqual([]);
  });

  test("is not used when it is taken, and the service runs", async () => {
    const collector = createServer();
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
    const { port } = collector.address() as AddressInfo;
    const lines: string[] = [];
    server = await startServer({ port: 0, memory: true, otlpPort: port, log: (line) => lines.push(line) });
    expect(server.otlpUrl).toBeUndefined();
    expect(lines).toEqual([expect.stringMatching(`port ${port} is taken, probably by a collector`)]);
    await send(server, { spans: [{}] });
    await new Promise((resolve) => collector.close(resolve));
  });
});
