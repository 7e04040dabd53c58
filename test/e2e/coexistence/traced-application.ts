import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { startExportSink } from "../../support/otlp/export-sink.ts";
import { startJsonSink } from "./json-sink.ts";
import { installed } from "../../support/application/installation.ts";
import { recordingsOf } from "../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../support/openai/openai-stand-in.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";

/** Span as one tracing system has seen it. */
export interface SeenSpan {
  readonly name: string;
  readonly spanId: string;
  readonly parentId?: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Spans and settings of the application's own tracing, spans at the service, and the lines that the application printed. */
export interface Journey {
  readonly theirs: SeenSpan[];
  readonly ours: SeenSpan[];
  /** Names of the spans that another vendor's exporter has sent. */
  readonly other: string[];
  readonly fields: string[];
  readonly contextManager: string | undefined;
  readonly lines: string[];
}

/** Arguments that preload tracing in the applications under `test/installations`. */
const PRELOAD = ["--import", pathToFileURL(PRELOAD_FILE).href];

/** Start of the application's own tracing. */
export interface Start {
  readonly folder: string;
  readonly program: string;
  /** File that starts that tracing before the preload; by default the program starts it after the preload. */
  readonly before?: string;
  readonly env?: Record<string, string>;
}

/** Runs an application of `test/installations` with the preload, or without it. */
export async function travel({ folder, program, before, env }: Start, isTraced = true): Promise<Journey> {
  const [cwd, service, vendor, standIn] = await Promise.all([
    installed(folder),
    startExportSink(),
    startJsonSink(),
    OpenAIStandIn.start(),
  ]);
  const recording = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;
  const run = await runProgram({
    cwd,
    node: ["--no-warnings", ...(before ? ["--import", `./${before}`] : []), ...(isTraced ? PRELOAD : [])],
    args: [program],
    env: {
      OPENAI_BASE_URL: standIn.perform(recording.response).url,
      OTHER_URL: vendor.url,
      ...sendingTo(service.url),
      SVC_LOG_LEVEL: "INFO",
      ...env,
    },
  });
  await Promise.all([service.close(), vendor.close(), standIn.stop()]);
  const { spans, fields, contextManager } = read(run);
  const ours = service.spans.map(({ name, spanId, parentSpanId, attributes }) => ({
    name,
    spanId: hex(spanId),
    parentId: parentSpanId.length > 0 ? hex(parentSpanId) : undefined,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value?.value.value])),
  }));
  const lines = run.stderr.split("\n").filter((line) => /\[Svc SDK\] (?!INFO Tracing to )/.test(line));
  return { theirs: spans, ours, other: vendor.names, fields, contextManager, lines };
}

/** Reads the application's report from its standard output, which must hold nothing else. */
function read({ stdout, stderr, exitCode }: ApplicationRun): {
  spans: SeenSpan[];
  fields: string[];
  contextManager?: string;
} {
  expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout) as ReturnType<typeof read>;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

export function named(spans: readonly SeenSpan[], name: string): SeenSpan {
  const found = spans.filter((span) => span.name === name);
  expect(found.map((span) => span.name)).toEqual([name]);
  return found[0]!;
}
