import { observeOpenAI, withSvcConfig, type SvcConfig } from "@svc/openai";
import type { SpanContext } from "@opentelemetry/api";
import { describe, expectTypeOf, it } from "vitest";

class Client {
  readonly #secret = 1;
  reveal(): number {
    return this.#secret;
  }
}

describe("types of @svc/openai", () => {
  it("give the client back as what it was", () => {
    expectTypeOf(observeOpenAI(new Client())).toEqualTypeOf<Client>();
    expectTypeOf(observeOpenAI(new Client(), { generationName: "answer" })).toEqualTypeOf<Client>();
    // @ts-expect-error A client is an object.
    observeOpenAI("client");
  });

  it("give a function's result back as what it was", () => {
    expectTypeOf(withSvcConfig({}, () => 1)).toEqualTypeOf<number>();
    expectTypeOf(withSvcConfig({ userId: "u" }, async () => "text")).toEqualTypeOf<Promise<string>>();
  });

  it("accept what a configuration can say, all of it optional", () => {
    expectTypeOf<SvcConfig>().toEqualTypeOf<{
      generationName?: string;
      generationMetadata?: Record<string, unknown>;
      svcPrompt?: { readonly name: string; readonly version: number; readonly isFallback?: boolean };
      parentSpanContext?: SpanContext;
      traceName?: string;
      sessionId?: string;
      userId?: string;
      tags?: string[];
    }>();
  });

  it("accept a prompt as the client of the service gives it", () => {
    const prompt: { name: string; version: number; isFallback: boolean; compile(): string } = {
      name: "greeting",
      version: 3,
      isFallback: false,
      compile: () => "Hello",
    };
    expectTypeOf(observeOpenAI(new Client(), { svcPrompt: prompt })).toEqualTypeOf<Client>();
    // @ts-expect-error A prompt has a version.
    observeOpenAI(new Client(), { svcPrompt: { name: "greeting" } });
    // @ts-expect-error There is no such field.
    observeOpenAI(new Client(), { generationname: "answer" });
  });
});
