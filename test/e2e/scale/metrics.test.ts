// Measurements that the service tells of itself, in a process of its own.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningServer } from "@svc/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { get, post, protobufExport, send } from "../../support/server/otlp-calls.ts";
import { type ServerCommand, addressIn, runCommand, startCommand } from "../../support/server/server-command.ts";

const DAY_MS = 86_400_000;

let data: string;
let command: ServerCommand;
let server: RunningServer;
let metricsUrl: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "svc-metrics-"));
  command = startCommand(["--port", "0", "--data", data, "--metrics", "0"]);
  const lines = await command.ready;
  server = { url: addressIn(lines) } as RunningServer;
  metricsUrl =
    lines
      .find((line) => line.startsWith("measurements for Prometheus are at "))
      ?.split(" ")
      .at(-1) ?? "";
});
afterAll(async () => {
  command.child.kill();
  await command.finished;
  await rm(data, { recursive: true });
});

/** Reads all measurements: the value of each by its name with its labels. */
async function measurements(): Promise<Map<string, number>> {
  const response = await fetch(metricsUrl);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

const DURATION = "http_server_request_duration_seconds";

test("requests are counted by route and status, with their durations", async () => {
  await get(server, "/api/public/v2/datasets/one");
  await get(server, "/api/public/v2/datasets/other");
  await get(server, "/no/such/place");
  const found = await measurements();
  const labels =
    '{http_request_method="GET",http_route="/api/public/v2/datasets/:datasetName",http_response_status_code="404"';
  expect(found.get(`${DURATION}_count${labels}}`)).toBe(2);
  expect(found.get(`${DURATION}_sum${labels}}`)).toBeGreaterThan(0);
  expect(found.get(`${DURATION}_bucket${labels},le="+Inf"}`)).toBe(2);
  // No path of a client becomes a label.
  expect([...found.keys()].filter((name) => name.includes("such"))).toEqual([]);
});

test("spans are counted when they are stored, and exports by the status of their answer", async () => {
  const traceId = "1".repeat(32);
  await send(server, {
    spans: [
      { traceId, spanId: "1".repeat(16) },
      { traceId, spanId: "2".repeat(16) },
    ],
  });
  expect((await post(server, Buffer.from("no protobuf"))).status).toBe(400);
  const found = await measurements();
  expect(found.get("svc_spans_stored_total")).toBe(2);
  expect(found.get('svc_exports_total{status="200"}')).toBe(1);
  expect(found.get('svc_exports_total{status="400"}')).toBe(1);
  expect(found.get("svc_exports_waiting_bytes")).toBe(0);
});

test("the process is measured", async () => {
  const found = await measurements();
  for (const name of [
    "process_memory_usage_bytes",
    "v8js_memory_heap_used_bytes",
    'process_cpu_time_seconds_total{cpu_mode="user"}',
    "nodejs_eventloop_delay_p99_seconds",
  ]) {
    expect([name, found.get(name)]).toEqual([name, expect.any(Number)]);
  }
  expect(found.get("process_memory_usage_bytes")).toBeGreaterThan(1_000_000);
});

test("observations that the retention removes are counted", async () => {
  const directory = join(data, "old");
  const first = startCommand(["--port", "0", "--data", directory, "--keep-days", "0"]);
  const old = { url: addressIn(await first.ready) } as RunningServer;
  const start = Date.now() - 60 * DAY_MS;
  await send(old, { spans: [{ start, end: start }] });
  first.child.kill();
  await first.finished;
  const again = startCommand(["--port", "0", "--data", directory, "--metrics", "0"]);
  const lines = await again.ready;
  const url =
    lines
      .find((line) => line.startsWith("measurements"))
      ?.split(" ")
      .at(-1) ?? "";
  await vi.waitFor(
    async () => expect(await (await fetch(url)).text()).toContain("\nsvc_observations_removed_total 1\n"),
    20_000,
  );
  again.child.kill();
  expect((await again.finished).code).toBe(0);
});

test("the port of the service does not tell them, nor does a service that was not asked to", async () => {
  expect((await get(server, "/metrics")).status).toBe(404);
  const quiet = startCommand(["--port", "0", "--memory"]);
  expect((await quiet.ready).join("\n")).not.toContain("measurements");
  quiet.child.kill();
  await quiet.finished;
});

test.each([
  [["--metrics", "port"], "--metrics port: a number from 0 to 65535 is expected"],
  [["--memory", "--port", "0", "--metrics", "PORT"], "is taken on 127.0.0.1"],
])("%j is refused", async (parameters, message) => {
  const taken = new URL(server.url).port;
  const { code, stderr } = await runCommand(parameters.map((one) => one.replace("PORT", taken)));
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test("exports at the port of a collector are counted, too", async () => {
  const collecting = startCommand(["--port", "0", "--memory", "--otlp-port", "0", "--metrics", "127.0.0.1:0"]);
  const lines = await collecting.ready;
  const at = (start: string): string =>
    lines
      .find((line) => line.startsWith(start))
      ?.split(" ")
      .at(-1) ?? "";
  const body = protobufExport({ spans: [{}] });
  await fetch(at("exports of any"), { method: "POST", headers: { "content-type": "application/x-protobuf" }, body });
  const text = await (await fetch(at("measurements"))).text();
  expect(text).toContain('\nsvc_exports_total{status="200"} 1\n');
  expect(text).toContain('http_route="/v1/traces"');
  collecting.child.kill();
  await collecting.finished;
});
