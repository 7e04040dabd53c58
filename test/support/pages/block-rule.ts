import type { StoredObservation } from "../server/local-service.ts";

/** Surroundings that a block needs to be compiled and executed. */
export interface BlockRule {
  readonly page: string;
  /** Text in the block; without it the rule is for all blocks of the page. */
  readonly has?: string;
  /** Folder in `test/installations` with the packages of the block. */
  readonly installation?: string;
  /** Declarations by the names that the block uses and leaves to the application. */
  readonly context?: Readonly<Record<string, string>>;
  /** Code that follows, such as a call of what the block defines. */
  readonly after?: string;
  /** False where the block brings along its own OpenTelemetry SDK. */
  readonly preload?: false;
  /** True where the program has decorators, which Node itself does not run. */
  readonly hasDecorators?: true;
  /** Text that the program prints. */
  readonly prints?: string;
  /** Fields of an observation that the program records. */
  readonly records?: Partial<StoredObservation>;
  /** Reason for which the block is compiled and not executed. */
  readonly notExecuted?: string;
}
