import assert from "node:assert/strict";
import type { LocalService, StoredObservation } from "../server/local-service.ts";
import { PRELOAD_FILE } from "../paths.ts";
import { installed } from "./installation.ts";
import { runProgram, sendingTo } from "./run-application.ts";

/** Program of an installation that calls a model, and the service that records its calls. */
export class PlayedProgram {
  readonly #service: LocalService;

  constructor(service: LocalService) {
    this.#service = service;
  }

  /**
   * Runs the program without and with the preload. Both must print the same and end in the same way. Returns the observations of
   * this run, in the order of their calls.
   */
  async play(installation: string, main: string, env: Record<string, string> = {}): Promise<StoredObservation[]> {
    const cwd = await installed(installation);
    const known = new Set((await this.#service.observations()).map(({ id }) => id));
    const [bare, traced] = await Promise.all([
      runProgram({ cwd, args: [main], node: ["--expose-gc"] }),
      runProgram({
        cwd,
        args: [main],
        node: ["--expose-gc", "--import", PRELOAD_FILE],
        env: { ...sendingTo(this.#service.url), ...env },
      }),
    ]);
    assert.deepEqual(traced, bare);
    assert.equal(bare.exitCode, 0, bare.stderr);
    return (await this.#service.observations()).filter(({ id }) => !known.has(id));
  }
}
