import { readEvents } from "../../register/terminal/event-stream.ts";
import { parseTemplate } from "../../src/client/prompt/prompt-template.ts";
import { EventTextAccumulator } from "../../instrumentations/openai/openrouter/event-text.ts";
import { replaceDataUris } from "../../src/otel/media/data-uris.ts";
import { HttpError } from "../../src/server/http/http-errors.ts";
import { decodeExport } from "../../src/server/ingest/otlp/otlp-decoding.ts";
import { RefusedExport } from "../../src/server/ingest/otlp/otlp-span.ts";
import { conditionsIn, parseFilterText } from "../../src/server/query/filter-syntax.ts";
import { decodeMetadataValue, encodeObservationMetadataValue, flattenMetadata } from "@svc/core/internal";
import assert from "node:assert/strict";
import { checkModelAnswer } from "./model-answers.ts";

/** Code that reads what others wrote, and what must hold for every input. A check throws when it does not. */
export interface FuzzTarget {
  readonly check: (input: Uint8Array<ArrayBuffer>) => void | Promise<void>;
  /** Error by which the code refuses an input, as it should. */
  readonly isRefusal?: (error: unknown) => boolean;
}

const textOf = (input: Uint8Array): string => new TextDecoder().decode(input);
const isRefusedExport = (error: unknown): boolean => error instanceof RefusedExport;

/** Targets by name, which is also the name of the folder of the corpus. */
export const TARGETS: Readonly<Record<string, FuzzTarget>> = {
  "otlp-protobuf": { check: (input) => void decodeExport("protobuf", input, Date.now()), isRefusal: isRefusedExport },
  "otlp-json": { check: (input) => void decodeExport("json", input, Date.now()), isRefusal: isRefusedExport },
  filters: {
    check: (input) => {
      for (const { column } of conditionsIn(parseFilterText(textOf(input)))) assert.equal(typeof column, "string");
    },
    isRefusal: (error) => error instanceof HttpError && error.status === 400,
  },
  prompts: {
    check: (input) => {
      const text = textOf(input);
      const fill = parseTemplate(text);
      assert.equal(typeof fill({ name: "value" }), "string");
    },
    // Mustache says where a template ends too early.
    isRefusal: (error) => error instanceof Error && /^(?:Unclosed|Unopened)/.test(error.message),
  },
  metadata: {
    check: (input) => {
      const value = decodeMetadataValue(textOf(input));
      const again = encodeObservationMetadataValue(value);
      if (again !== undefined) assert.equal(encodeObservationMetadataValue(decodeMetadataValue(again)), again);
      flattenMetadata([["key", value]]);
    },
  },
  "event-stream": { check: checkEventStream },
  "model-answers": { check: (input) => checkModelAnswer(textOf(input)) },
  media: {
    check: (input) => {
      const text = textOf(input);
      // A text in which nothing is found stays as it was; a replacement is shorter than a data URI.
      let found = 0;
      const replaced = replaceDataUris(text, () => `<${(found += 1)}>`);
      if (found === 0) assert.equal(replaced, text);
      else assert.ok(replaced.length <= text.length);
    },
  },
};

/** The events of a stream are the same, however its bytes are cut into pieces. */
async function checkEventStream(input: Uint8Array<ArrayBuffer>): Promise<void> {
  assert.deepEqual(await eventsOf([input]), await eventsOf(Array.from(input, (byte) => Uint8Array.of(byte))));
  assert.deepEqual(modelEvents([input]), modelEvents(Array.from(input, (byte) => Uint8Array.of(byte))));
}

async function eventsOf(pieces: readonly Uint8Array[]): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of readEvents(ReadableStream.from(pieces))) events.push(event);
  return events;
}

function modelEvents(pieces: readonly Uint8Array[]): unknown[] {
  const events: unknown[] = [];
  const accumulator = new EventTextAccumulator({
    add: (event) => {
      events.push(event);
      return true;
    },
    answer: () => ({}),
  });
  for (const piece of pieces) accumulator.add(piece);
  return events;
}
