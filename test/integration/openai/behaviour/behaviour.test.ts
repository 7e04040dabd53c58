import { SvcOtelSpanAttributes as A } from "@svc/core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Behaviour } from "./behaviour-child.ts";
import { CHILDREN_TIMEOUT, FORMATS, MAJORS, runWithOpenAI, type ChildOptions } from "../child-process.ts";
import { NOT_PLAYED } from "../../../support/openai/openai-client.ts";
import type { SpanDescription } from "../preload.ts";

/** Recorded fields of a call: its level, its outcome unless it simply finished, and the text of its output. */
type Recorded = readonly [level: string | undefined, outcome: string | undefined, content: string | null | undefined];

const WHOLE: Recorded = [undefined, undefined, "Pacific."];
const RAW: Recorded = [undefined, "raw-response", undefined];
const REFUSED_BY_PARSER: Recorded = ["WARNING", "rejected-by-parser", "Pacific."];
const FAILED: Recorded = ["ERROR", undefined, undefined];
const STREAMED: Recorded = [undefined, undefined, "w0 w1 w2 w3 w4 w5 "];
const LEFT: Recorded = [undefined, "cancelled", "w0 "];

type Expectation = readonly Recorded[] | Readonly<Record<"chat" | "responses", readonly Recorded[]>>;

const SCENARIOS: readonly (readonly [name: string, recorded: Expectation, only?: "chat"])[] = [
  ["a failing call that nobody waits for", [FAILED]],
  ["a failing call that is handled", [FAILED]],
  ["a failing call whose response was asked for", [FAILED]],
  ["a failing call with then() and nothing to catch it", [FAILED]],
  ["a stream that breaks and nobody reads on", [["ERROR", undefined, "w0 w1 "]]],
  ["catch, finally and Promise.all", [FAILED, WHOLE, WHOLE]],
  ["one promise awaited twice", [WHOLE]],
  ["the answer unwrapped twice", [WHOLE]],
  ["the response, then the answer", [WHOLE]],
  ["the response read as JSON", [WHOLE]],
  ["the response read as bytes", [RAW]],
  ["the response cloned", [RAW]],
  ["the response read twice", [WHOLE]],
  ["the response left unread", [RAW]],
  ["arguments that nobody may change", [WHOLE]],
  ["a call without a model or messages", [WHOLE]],
  ["breaking out of a stream", [LEFT]],
  ["breaking out after the last word", [STREAMED]],
  ["an error thrown inside the loop", [LEFT]],
  ["an error in a chunk", [["ERROR", undefined, "w0 w1 "]]],
  ["tee, both branches read", [STREAMED]],
  ["toReadableStream", [STREAMED]],
  ["a stream read twice", [STREAMED]],
  ["a stream read by hand", [LEFT]],
  ["an abort before the first read", [["WARNING", "aborted", undefined]]],
  ["an abort in the middle", [["WARNING", "aborted", "w0 w1 w2 "]]],
  ["a signal aborted in the middle", [["WARNING", "aborted", "w0 w1 w2 "]]],
  ["a signal aborted before the call", [FAILED]],
  ["a parser that refuses the answer", [REFUSED_BY_PARSER]],
  ["a parser that refuses a cut answer", [REFUSED_BY_PARSER], "chat"],
  ["a parser that refuses a filtered answer", [REFUSED_BY_PARSER], "chat"],
  ["an answer cut by the server", { chat: [WHOLE], responses: [["WARNING", "incomplete", "Pacific."]] }],
  ["a tool runner with one round", [[undefined, undefined, null], WHOLE], "chat"],
  ["a stream helper that is aborted", [["WARNING", "aborted", "w0 w1 w2 "]]],
  ["suppressed tracing", []],
  ["an answer nobody waits for", [["WARNING", "unread", undefined]]],
  ["a stream nobody reads", [["WARNING", "unread", undefined]]],
];

const SLOW = "a reader slower than the server";
const LONG_STREAM_FRAMES = 30_000;

// The versions run at once: they mostly wait.
const versions = MAJORS.flatMap((major) =>
  FORMATS.map((format) => [major, format, start({ major, format }), inspect({ major, format })] as const),
);

function start(options: ChildOptions): Promise<Behaviour[]> {
  return quiet(runWithOpenAI<Behaviour[]>("behaviour/behaviour-child.ts", "playAll", options));
}

function inspect(options: ChildOptions): Promise<Record<string, unknown>> {
  return quiet(runWithOpenAI<Record<string, unknown>>("behaviour/inspection-child.ts", "inspect", options));
}

/** Silences the rejection here; the test that awaits the promise reports it. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

function recordedOf({ attributes }: SpanDescription): Recorded {
  const outcome = attributes[`${A.OBSERVATION_METADATA}.outcome`];
  const output = attributes[A.OBSERVATION_OUTPUT];
  return [
    attributes[A.OBSERVATION_LEVEL] as string | undefined,
    outcome === undefined ? undefined : (JSON.parse(String(outcome)) as string),
    output === undefined ? undefined : contentOf(JSON.parse(String(output)) as { content: Content }),
  ];
}

type Content = string | null | { text: string }[];

function contentOf({ content }: { content: Content }): string | null {
  return Array.isArray(content) ? content.map(({ text }) => text).join("") : content;
}

describe.each(versions)("openai %i, %s", (major, _format, running, inspecting) => {
  let behaviours: Behaviour[] = [];

  beforeAll(async () => {
    behaviours = await running;
  }, CHILDREN_TIMEOUT);

  const cases = (["chat", "responses"] as const).flatMap((flavour) =>
    SCENARIOS.filter(([name, , only = flavour]) => NOT_PLAYED[major]?.[name] === undefined && only === flavour).map(
      ([name, recorded]) => [flavour, name, "chat" in recorded ? recorded[flavour] : recorded] as const,
    ),
  );

  it("plays every scenario that its version supports", () => {
    const names = [...cases.map(([flavour, name]) => `${flavour}: ${name}`), `chat: ${SLOW}`];
    expect(behaviours.map(({ flavour, name }) => `${flavour}: ${name}`).toSorted()).toEqual(names.toSorted());
  });

  it.each(cases)("%s: %s", (flavour, name, recorded) => {
    const { without, instrumented, spans, spansWithout } = behaviours.find(
      (behaviour) => behaviour.name === name && behaviour.flavour === flavour,
    )!;
    expect(instrumented).toEqual(without);
    expect(spansWithout).toBe(0);
    expect(spans.map(recordedOf)).toEqual(recorded);
  });

  it("preserves the backpressure of a slow reader", () => {
    const { without, instrumented, spans } = behaviours.find(({ name }) => name === SLOW)!;
    const sentWithout = (without as { framesSent: number }).framesSent;
    const { framesSent: sent, plays } = instrumented as { framesSent: number; plays: number };
    expect(sentWithout).toBeLessThan(LONG_STREAM_FRAMES);
    // The buffers of two connections fill to slightly different levels.
    expect(sent).toBeLessThan(sentWithout * 1.25);
    expect(spans).toHaveLength(plays);
  });

  it(
    "makes its span, a child of the active one, active during the HTTP call, also when sampled out",
    async () => {
      expect(await inspecting).toMatchObject({ isActiveDuringFetch: true, parent: true, isSampledOut: true });
    },
    CHILDREN_TIMEOUT,
  );

  it(
    "restores the methods when disabled, and records again when enabled",
    async () => {
      expect(await inspecting).toMatchObject({
        afterSecond: true,
        isRestored: true,
        name: ["create", "create"],
        length: [2, 2],
        spansAfterEnablingAgain: 1,
      });
    },
    CHILDREN_TIMEOUT,
  );

  it(
    "records the server's address and port, and the provider at the address",
    async () => {
      expect(await inspecting).toMatchObject({
        withOptions: major === 4 ? "openai 4 has no withOptions" : ["api.deepseek.com"],
        providers: [
          ["api.openai.com", 443, "openai"],
          ["me.openai.azure.com", 443, "azure.ai.openai"],
          ["api.deepseek.com", 443, "deepseek"],
          ["api.groq.com", 443, "groq"],
          ["api.mistral.ai", 443, "mistral_ai"],
          ["api.x.ai", 443, "x_ai"],
          ["api.perplexity.ai", 443, "perplexity"],
          ["generativelanguage.googleapis.com", 443, "gcp.gemini"],
          ["notopenai.com.example.org", 443, "openai"],
          ["groq.company", 8443, "openai"],
        ],
      });
    },
    CHILDREN_TIMEOUT,
  );
});
