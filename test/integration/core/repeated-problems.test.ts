import { describe, expect, it } from "vitest";
import { runProgram } from "../../support/application/run-application.ts";

/** Runs a program; returns its lines on standard error, without their time. */
async function linesOf(program: string): Promise<string[]> {
  const args = ["--input-type=module", "--eval", program];
  const { stderr, exitCode } = await runProgram({ cwd: import.meta.dirname, args });
  expect(exitCode).toBe(0);
  return stderr.split("\n").flatMap((line) => /\[Svc SDK\] (.*)/.exec(line)?.[1] ?? []);
}

describe("a repeated problem", () => {
  it("is logged once for all spans of OpenTelemetry's message", async () => {
    const lines = await linesOf(`
      import { routeDiagnostics } from "@svc/core/internal";
      import { TracerProvider } from "@opentelemetry/sdk-trace";
      routeDiagnostics();
      const tracer = new TracerProvider().getTracer("application");
      for (let n = 1; n <= 10; n++) {
        const span = tracer.startSpan("ended");
        span.end();
        span.setAttribute("late", n);
      }`);
    expect(lines).toEqual([
      expect.stringMatching(
        /^WARN OpenTelemetry: Cannot execute the operation on ended Span \{traceId: [0-9a-f]{32}, /,
      ),
      expect.stringMatching(/\(10 times\)/),
    ]);
  });

  it.each([
    ["ids of requests", "Request 0123456789abcdef0123 failed", "Request fedcba98765432100123 failed", 1],
    [
      "UUIDs",
      "Item 2f1b4e6a-1c2d-4e3f-8a9b-0c1d2e3f4a5b is gone",
      "Item 3a1b4e6a-1c2d-4e3f-8a9b-0c1d2e3f4a5c is gone",
      1,
    ],
    ["names", "The prompt greeting is gone", "The prompt farewell is gone", 2],
    ["numbers", "status 503", "status 404", 2],
  ])("is logged once for messages that differ in %s", async (_what, first, second, count) => {
    const lines = await linesOf(`
      import { logger } from "@svc/core";
      for (const message of ${JSON.stringify([first, second])}) logger.warnOnce(message);`);
    expect(lines).toEqual([first, second].slice(0, count).map((message) => `WARN ${message}`));
  });
});
