import type { Target } from "./bundle.ts";

/** Runtime that tests run in. */
export interface Runtime {
  readonly name: string;
  readonly target: Target;
  /**
   * Runs a module that exports `run(hostUrl)`. Resolves with a function that ends the runtime once it has started. `failed` is
   * called when the runtime ends or fails by itself.
   */
  start(code: string, hostUrl: string, failed: (reason: Error) => void): Promise<() => Promise<void>>;
}
