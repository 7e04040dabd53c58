import { hash } from "node:crypto";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { afterEach, expect, it } from "vitest";
import { startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import { traceTo, untrace, type Traced } from "../../support/otlp/traced.ts";

const SPAN_COUNT = 3_000;

let sink: ExportSink;

afterEach(async () => {
  untrace();
  await sink.close();
});

/** Returns a text that no other span has, of a kilobyte that takes gzip its time. */
const textOf = (place: number): string =>
  Array.from({ length: 12 }, (_, part) => hash("sha512", `${place} ${part}`, "base64")).join(" ");

/** Makes spans in one go, so that bodies are compressed while others are made. */
function makeSpans({ tracer }: Traced, from: number): void {
  for (let place = from; place < from + SPAN_COUNT; place++) {
    tracer.startSpan("work", { attributes: { [A.OBSERVATION_INPUT]: textOf(place) } }).end();
  }
}

it("each span arrives as it was, though a request takes the buffer of one before", async () => {
  sink = await startExportSink();
  const traced = traceTo(sink.url, { compression: "gzip" });
  // The first two answers ask for a repetition: their bodies are sent again after others have been made.
  sink.answer = (response, nth) => response.writeHead(nth <= 2 ? 503 : 200, { "retry-after": "0" }).end();
  makeSpans(traced, 0);
  await traced.processor.forceFlush();
  makeSpans(traced, SPAN_COUNT);
  await traced.processor.shutdown();
  const texts = new Set(sink.spans.map((span) => attributesOf(span)[A.OBSERVATION_INPUT]));
  expect(texts).toEqual(new Set(Array.from({ length: 2 * SPAN_COUNT }, (_, place) => textOf(place))));
}, 60_000);
