import type { SerializedConfig } from "vitest";

/** Task that the host gives to the runner inside a runtime. */
export interface RunRequest {
  readonly runtime: string;
  readonly config: SerializedConfig;
}

/** Result of a test inside a runtime. A failed suite, such as one whose file cannot be loaded, is one as well. */
export interface TestResult {
  /** Names of the file, the suites and the test. */
  readonly path: readonly string[];
  readonly state: string;
  /** Why the test did not run. */
  readonly reason: string | undefined;
  readonly errors: ReadonlyArray<{
    readonly message: string;
    readonly stack: string | undefined;
    readonly diff: string | undefined;
  }>;
}
