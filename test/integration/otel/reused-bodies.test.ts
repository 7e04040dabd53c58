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

/** Returns a text that no other span has, of about a kilobyte, so that several requests are under way at once. */
const textOf = (place: number): string => `${place}: ${`word ${place % 7} `.repeat(150)}`;

/** Makes spans in parts, each of which fills some requests, and lets the event loop turn between. */
async function makeSpans({ tracer, processor }: Traced, from: number): Promise<void> {
  for (let place = from; place < from + SPAN_COUNT; place++) {
    tracer.startSpan("work", { attributes: { [A.OBSERVATION_INPUT]: textOf(place) } }).end();
    if (place % 500 === 0) await processor.forceFlush();
    else if (place % 100 === 0) await new Promise(setImmediate);
  }
}

it("each span arrives as it was, though a request takes the buffer of one before", async () => {
  sink = await startExportSink();
  const traced = traceTo(sink.url, { compression: "gzip" });
  // The first two answers ask for a repetition: their bodies are sent again after others have been made.
  sink.answer = (response, nth) => response.writeHead(nth <= 2 ? 503 : 200, { "retry-after": "0" }).end();
  await makeSpans(traced, 0);
  await makeSpans(traced, SPAN_COUNT);
  await traced.processor.shutdown();
  const texts = new Set(sink.spans.map((span) => attributesOf(span)[A.OBSERVATION_INPUT]));
  expect(texts).toEqual(new Set(Array.from({ length: 2 * SPAN_COUNT }, (_, place) => textOf(place))));
}, 60_000);
