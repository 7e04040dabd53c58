import assert from "node:assert/strict";
import { converse, converseStream } from "../../instrumentations/bedrock/commands/converse.ts";
import { invokeModel, invokeModelStream } from "../../instrumentations/bedrock/commands/invoke-model.ts";
import { generateContentStream } from "../../instrumentations/google-genai/operations/generate-content.ts";
import { interactions } from "../../instrumentations/google-genai/operations/interactions.ts";
import { LiveTurn } from "../../instrumentations/google-genai/live/live-turn.ts";
import { PROVIDERS } from "../../instrumentations/index.ts";

interface Reader {
  readonly answer: (data: unknown) => object;
  readonly accumulator?: () => { add(chunk: unknown): boolean; answer(): object };
}

/** Operations of the methods that instrumentations record, by the class and the method. */
const OPERATIONS: ReadonlyArray<readonly [name: string, reader: Reader]> = PROVIDERS.flatMap(({ name, packages }) =>
  packages
    .flatMap(({ classes = [] }) => classes)
    .flatMap(({ name: className, methods, newerMethods }) =>
      Object.entries({ ...methods, ...newerMethods }).map(
        ([method, operation]) => [`${name} ${className}.${method}`, operation] as const,
      ),
    ),
);

/** Readers of answers; those of operations that are recorded in another way than by the methods of a class stand here. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ...OPERATIONS,
  ["bedrock converse", converse],
  ["bedrock converse stream", converseStream],
  ["bedrock invoke", invokeModel("anthropic.claude")],
  ["bedrock invoke stream", invokeModelStream("anthropic.claude")],
  ["google interactions", interactions],
  ["google live", { ...generateContentStream, accumulator: () => new LiveTurn(true) }],
]);

/** Bytes of a recorded answer for each byte that came, and those of an answer to nothing. */
const GROWTH = { perByte: 200, atLeast: 10_000 };

/**
 * Reads lines of JSON as the events of a model's answer, by every reader of answers. Throws when a reader throws, when it changes an event,
 * which the application reads as well, or when what it would record is far larger than what came.
 */
export function checkModelAnswer(text: string): void {
  const lines = text.split("\n").flatMap(jsonLine);
  for (const [name, reader] of READERS) {
    const events = lines.map((line) => JSON.parse(line) as unknown);
    const longest = GROWTH.atLeast + GROWTH.perByte * text.length;
    for (const answer of answersOf(reader, events)) {
      const recorded = JSON.stringify(answer) ?? "";
      assert.ok(recorded.length <= longest, `${name}: ${recorded.length} characters of ${text.length}`);
    }
    assert.deepEqual(
      events.map((event) => JSON.stringify(event)),
      lines.map(normal),
      `${name} changes an event`,
    );
  }
}

function jsonLine(line: string): string[] {
  try {
    return typeof JSON.parse(line) === "object" ? [line] : [];
  } catch {
    return [];
  }
}

const normal = (line: string): string => JSON.stringify(JSON.parse(line));

function answersOf({ answer, accumulator }: Reader, events: readonly unknown[]): object[] {
  const whole = events.map((event) => answer(event));
  if (accumulator === undefined) return whole;
  const accumulated = accumulator();
  for (const event of events) accumulated.add(event);
  return [...whole, accumulated.answer()];
}
