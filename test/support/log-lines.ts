import { globalState } from "@svc/core/internal";
import { vi, type MockInstance } from "vitest";
import { resourceOfEachTest } from "./test-resource.ts";

/** Lines that the SDK logged since {@link captureLogLines} was called. */
export interface LogLines {
  readonly warnings: () => string;
  readonly errors: () => string;
}

const textOf = (spy: MockInstance<typeof console.error>): string => spy.mock.calls.flat().map(String).join("\n");

/** Keeps the text written to standard error instead of printing it. Lines that are logged only once may be logged again. */
export function captureLogLines(): LogLines {
  globalState.reported.clear();
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
  return { warnings: () => textOf(warnings), errors: () => textOf(errors) };
}

/** Keeps what each test logs, and restores all mocks after the test. */
export const logLinesOfEachTest = (): LogLines => resourceOfEachTest(captureLogLines, () => vi.restoreAllMocks());
