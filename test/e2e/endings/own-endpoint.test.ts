import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ENDINGS } from "../../support/application/endings.ts";
import { runApplication, PRELOAD } from "../../support/application/run-application.ts";
import { startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";

const COUNT = 1_000;

let own: ExportSink;

beforeAll(async () => {
  own = await startExportSink(0, ["/v1/traces"]);
});
afterEach(() => void (own.exports.length = 0));
afterAll(() => own.close());

async function end(protocol: string, ending: string, signal?: NodeJS.Signals): Promise<[number, unknown, string]> {
  const {
    exitCode,
    signal: endedBy,
    stderr,
  } = await runApplication({
    app: "exit-table",
    node: PRELOAD,
    args: ["app.mjs", ending, "spans", String(COUNT)],
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: own.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      SVC_SHUTDOWN_TIMEOUT: "60",
    },
    ...(signal && { signalWhenReady: signal }),
  });
  return [new Set(own.spans.map(({ spanId }) => String(spanId))).size, exitCode ?? endedBy, stderr];
}

describe("with an OTLP endpoint and no keys, delivers every span at the end by", () => {
  it.each(ENDINGS)("%s (%s), as protobuf", async (ending, exit, signal) => {
    const [arrived, ended, stderr] = await end("http/protobuf", ending, signal);
    expect([arrived, ended]).toEqual([COUNT, exit]);
    expect(stderr).not.toContain("[Svc SDK]");
  });
});

describe("with OpenTelemetry's own exporter of JSON", () => {
  it("delivers every span at a natural end", async () => {
    expect(await end("http/json", "nothing left to do")).toEqual([COUNT, 0, ""]);
  });

  it("logs how many spans may not have arrived at process.exit(), where nothing can be awaited", async () => {
    const [, ended, stderr] = await end("http/json", "process.exit()");
    expect(ended).toBe(3);
    expect(stderr).toContain(
      `ERROR ${COUNT} spans may not have arrived: the process ended before the exporter had sent them`,
    );
  });
});
