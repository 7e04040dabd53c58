import type { SpanProcessor } from "@opentelemetry/sdk-trace";
import { SvcSpanProcessor, type MaskFunction, type ShouldExportSpan, type SvcSpanProcessorParams } from "@svc/otel";
import { describe, expectTypeOf, it } from "vitest";

describe("SvcSpanProcessor", () => {
  it("is a processor of the OpenTelemetry SDK without a cast", () => {
    expectTypeOf<SvcSpanProcessor>().toExtend<SpanProcessor>();
  });

  it("compression is gzip or none", () => {
    expectTypeOf<SvcSpanProcessorParams["compression"]>().toEqualTypeOf<"gzip" | "none" | undefined>();
    // @ts-expect-error Only environment variables ignore case.
    void new SvcSpanProcessor({ compression: "GZIP" });
  });

  it("has the options of the contract and the previous generation, and those of other backends", () => {
    expectTypeOf<keyof SvcSpanProcessorParams>().toEqualTypeOf<
      | "additionalHeaders"
      | "baseUrl"
      | "compression"
      | "endpoint"
      | "environment"
      | "exporter"
      | "exportMode"
      | "flushAt"
      | "flushInterval"
      | "form"
      | "mask"
      | "mediaUploadEnabled"
      | "publicKey"
      | "release"
      | "secretKey"
      | "shouldExportSpan"
      | "timeout"
    >();
    expectTypeOf<SvcSpanProcessorParams["exportMode"]>().toEqualTypeOf<"batched" | "immediate" | undefined>();
    expectTypeOf<SvcSpanProcessorParams["additionalHeaders"]>().toEqualTypeOf<Record<string, string> | undefined>();
  });

  it("a filter is asked for a yes or no, a mask for anything", () => {
    expectTypeOf<ReturnType<ShouldExportSpan>>().toEqualTypeOf<boolean>();
    // oxlint-disable-next-line typescript/no-explicit-any -- what the mask declares
    expectTypeOf<Parameters<MaskFunction>>().toEqualTypeOf<[params: { data: any }]>();
    expectTypeOf<ReturnType<MaskFunction>>().toEqualTypeOf<unknown>();
  });

  it("a mask may be written for texts, or for anything", () => {
    expectTypeOf(({ data }: { data: string }) => data.trim()).toExtend<MaskFunction>();
    expectTypeOf(({ data }: { data: unknown }) => data).toExtend<MaskFunction>();
    expectTypeOf(({ data }: { data: unknown }) => Promise.resolve(data)).toExtend<MaskFunction>();
  });
});
