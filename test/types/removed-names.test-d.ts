import type * as core from "@svc/core";
import type * as otel from "@svc/otel";
import { startObservation } from "@svc/tracing";
import type * as tracing from "@svc/tracing";
import { describe, expectTypeOf, it } from "vitest";

// @ts-expect-error Removed: set input and output of the root observation.
import type { SvcTraceAttributes } from "@svc/tracing";
// @ts-expect-error Removed with it.
import type { SvcTraceAttributes as OfCore } from "@svc/core";
// @ts-expect-error Removed with `link()`.
import type { LinkDatasetItemFunction } from "@svc/core/internal";
// @ts-expect-error Removed: the sdk-log ingestion event.
import type { SdkLogEvent } from "@svc/core";

/** The imports above, used so that only their absence is an error. */
export type Removed = [SvcTraceAttributes, OfCore, LinkDatasetItemFunction, SdkLogEvent];

type Everything = typeof core & typeof otel & typeof tracing;

describe("Removed names are compile errors", () => {
  it("as exports", () => {
    expectTypeOf<Everything>().not.toHaveProperty("setActiveTraceIO");
    expectTypeOf<Everything>().not.toHaveProperty("createTraceAttributes");
    expectTypeOf<Everything>().not.toHaveProperty("setTraceIO");
    expectTypeOf<Everything>().toHaveProperty("setActiveTraceAsPublic");
  });

  it("as methods", () => {
    const span = startObservation("work");
    expectTypeOf(span).not.toHaveProperty("setTraceIO");
    expectTypeOf(span).not.toHaveProperty("updateTrace");
    expectTypeOf(span).toHaveProperty("setTraceAsPublic");
    // @ts-expect-error Removed: use update on the root observation.
    span.setTraceIO({ input: 1 });
    // @ts-expect-error Removed from events too.
    startObservation("event", {}, { asType: "event" }).setTraceIO({ input: 1 });
  });
});
