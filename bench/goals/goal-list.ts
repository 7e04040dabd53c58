import type { READS_OF_A_MILLION } from "../service/million-reads.ts";
import type { Goal, GoalFigure } from "./goal.ts";

const OURS = "@svc/register";
const AUTO = "@opentelemetry/auto-instrumentations-node/register";
const PRELOADS = [AUTO, "@elastic/opentelemetry-node", "@splunk/otel"];
const PACKAGES = ["@opentelemetry/auto-instrumentations-node", "@elastic/opentelemetry-node", "@splunk/otel"];

const PEER = "langfuse 5.11.1 (OTel 2.12)";
const SVC = ["svc (OTel 2.12)", "svc (OTel 3.1)"];
const OTEL = ["plain OTel (OTel 2.12)", "plain OTel (OTel 3.1)"];

const WITHOUT_MODEL = "A request that calls no model";
const WITH_MODEL = "A request with one chat completion";
const INGESTION = "Ingestion: gzip protobuf over HTTP in batches of 512";

type Figure = Pick<GoalFigure, "title" | "unit" | "goal" | "isMoreBetter">;

const request = (table: string, column: string, figure: Figure): GoalFigure => ({
  ...figure,
  place: { benchmark: "requests", table, column },
  ours: [OURS],
  peers: [AUTO],
});

const exported = (title: string, column: string, goal: number): GoalFigure => ({
  title,
  unit: "×",
  goal,
  place: { benchmark: "export", table: "Export: 5,000 per second, gzip", column },
  ours: SVC,
  peers: [PEER],
});

const image = (title: string, column: string, goal: number): GoalFigure => ({
  title,
  unit: "ms",
  goal,
  place: { benchmark: "image", table: "Images of 1 MB, 10 per second, gzip", column },
  ours: SVC,
  peers: [...OTEL, PEER],
});

const read = (title: string, goal: number, ours: ReadonlyArray<keyof typeof READS_OF_A_MILLION>): GoalFigure => ({
  title,
  unit: "ms",
  goal,
  place: { benchmark: "million", table: "Reads over HTTP, a million observations stored", column: "median ms" },
  ours,
  peers: [],
});

const start = (title: string, application: string, goal: number): GoalFigure => ({
  title,
  unit: "×",
  goal,
  place: { benchmark: "startup", table: `Start of ${application}, until it is ready`, column: "CPU × plain" },
  ours: [OURS],
  peers: PRELOADS,
});

const installed = (title: string, unit: "files" | "MB", goal: number): GoalFigure => ({
  title,
  unit,
  goal,
  place: { benchmark: "startup", table: "Installed with its dependencies", column: unit },
  ours: [OURS],
  peers: PACKAGES,
});

/** Measures that users feel, with the goals that are set for them. */
export const GOALS: readonly Goal[] = [
  {
    number: 1,
    title: "Request that calls no model, under the preload",
    figures: [
      request(WITHOUT_MODEL, "CPU × plain", { title: "CPU of a request, × plain Node", unit: "×", goal: 1.08 }),
      request(WITHOUT_MODEL, "RSS added MB", { title: "resident memory added", unit: "MB", goal: 25 }),
    ],
  },
  {
    number: 2,
    title: "Request with one chat completion, under the preload",
    figures: [
      request(WITH_MODEL, "CPU × plain", { title: "CPU of a request, × plain Node", unit: "×", goal: 1.2 }),
      request(WITH_MODEL, "requests/s × plain", {
        title: "requests per second, × plain Node",
        unit: "×",
        goal: 0.9,
        isMoreBetter: true,
      }),
    ],
    missedBecause:
      "without recording the model call the ratio is 1.09. The rest is the cost of recording the chat, which row 5 shows.",
  },
  {
    number: 3,
    title: "Observation, beside plain OpenTelemetry with the same text",
    figures: [
      {
        title: "CPU recorded, × plain OTel",
        unit: "×",
        goal: 0.95,
        place: {
          benchmark: "observation",
          table: "Recording: a processor that does nothing stands in for all",
          column: "CPU × OTel",
        },
        ours: ["svc (OTel 3.1)"],
        peers: [PEER],
      },
    ],
  },
  {
    number: 4,
    title: "Export of 5,000 observations per second",
    figures: [
      exported("CPU, × plain OTel", "CPU × OTel", 0.4),
      exported("event-loop delay p99, × plain OTel", "delay × OTel", 0.2),
    ],
    missedBecause: "most of the CPU is compression, which runs in the thread pool.",
  },
  {
    number: 5,
    title: "Chat completion of the openai package, delivered",
    figures: [
      {
        title: "CPU, × an unrecorded call",
        unit: "×",
        goal: 1.6,
        place: { benchmark: "openai", table: "A chat completion, delivered", column: "CPU × none" },
        ours: ["svc, preload (OTel 3.1)", "svc, observeOpenAI (OTel 3.1)"],
        peers: ["openinference 4.2.7 (OTel 2.12)", "langfuse 5.11.1 (OTel 2.12)"],
      },
    ],
    missedBecause: "a quarter of the added CPU is OpenTelemetry's span and context. No other step takes a tenth.",
  },
  {
    number: 6,
    title: "Observation with an image of 1 MB",
    figures: [image("CPU of each", "CPU ms", 11), image("longest stop of the event loop", "longest stop ms", 20)],
  },
  {
    number: 7,
    title: "Ingestion by the local service",
    figures: [
      {
        title: "spans stored per second",
        unit: "spans/s",
        goal: 15_000,
        isMoreBetter: true,
        place: { benchmark: "service", table: INGESTION, column: "spans/s" },
        ours: ["svc-server"],
        peers: [],
      },
      {
        title: "until an answered span can be read",
        unit: "ms",
        goal: 1_000,
        place: {
          benchmark: "service",
          table: "From the answer to an export until its span can be read, beside ingestion",
          column: "slowest ms",
        },
        ours: ["by its trace", "by a word of its input", "by its metadata", "by its tag", "in the metrics"],
        peers: [],
      },
    ],
    missedBecause:
      "inserting the same rows without HTTP and decoding takes 34 to 45 µs of CPU for a span; 22 of them are the full-text index.",
  },
  {
    number: 8,
    title: "Reads of a million observations",
    figures: [
      read("newest 50 roots", 10, ["newest 50 roots"]),
      read("one trace of 10,000", 100, [
        "one trace of 10,000, as the page reads it",
        "1,000 of a trace of 10,000, with input, output and metadata",
      ]),
      read("metadata", 100, [
        "metadata that 1 in 20,000 has",
        "metadata of which each is different, and one is meant",
        "metadata that contains what 1 in 20,000 has",
        "metadata that contains what none has",
      ]),
      read("tags", 50, ["a tag that 1 in 80,000 has", "a tag that every fourth trace has", "tags that none has"]),
      read("text", 100, [
        "text that 1 in 20,000 has",
        "text that nearly all have",
        "text that none has",
        "a whole input that none has",
      ]),
      read("metrics by hour", 100, ["number and cost by hour", "p95 of latency by hour", "different traces by hour"]),
      {
        title: "p99 of an export, last fifth of the million × the first",
        unit: "×",
        goal: 1.25,
        place: {
          benchmark: "million",
          table: "Ingestion while a store grows to a million observations",
          column: "p99 × first",
        },
        ours: ["last fifth"],
        peers: [],
      },
    ],
    missedBecause: "a trace of 10,000 is read in ten pages of 950 kB of JSON, one after the other.",
  },
  {
    number: 9,
    title: "Start of an application under the preload",
    figures: [
      start("CPU of a trivial application, × plain Node", "a trivial application", 1.15),
      start("CPU of express and openai, × plain Node", "an application of express and openai", 1.08),
    ],
    missedBecause:
      "Node's module hooks make every module of the application slower. Without any instrumentation the ratio is 1.08.",
  },
  {
    number: 10,
    title: "Packages that npm installs for the preload",
    figures: [installed("files", "files", 200), installed("size", "MB", 4)],
  },
  {
    number: 11,
    title: "@svc/tracing and @svc/otel in a bundle, minified, gzip",
    figures: [
      {
        title: "both packages with their dependencies",
        unit: "kB",
        goal: "below the peer",
        place: { benchmark: "bundle", table: "A bundle of the packages", column: "gzip kB" },
        ours: ["svc"],
        peers: ["langfuse 5.11.1"],
      },
    ],
  },
];
