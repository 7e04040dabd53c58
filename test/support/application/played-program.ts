import assert from "node:assert/strict";
import { expect, test } from "vitest";
import type { LocalService, StoredObservation } from "../server/local-service.ts";
import { PRELOAD_FILE } from "../paths.ts";
import { applicationFolder } from "./installation.ts";
import { type ApplicationRun, runProgram, sendingTo } from "./run-application.ts";

/** Program of an installation that calls a model, and the service that records its calls. */
export class PlayedProgram {
  readonly #service: LocalService;
  /** Runs without the preload, by what they were started with: each is compared with all runs of its kind with the preload. */
  readonly #bare = new Map<string, Promise<ApplicationRun>>();
  #stdout = "";

  constructor(service: LocalService) {
    this.#service = service;
  }

  /** Output of the last run. */
  get stdout(): string {
    return this.#stdout;
  }

  /**
   * Runs the program with the preload, and without it unless that was done before. Both must print the same and end in the same way.
   * Returns the observations of this run, in the order of their calls. `program` is the file, or the file with its arguments; `env` is
   * for the run with the preload, `inBoth` for both.
   */
  async play(
    installation: string,
    program: string | readonly string[],
    env: Record<string, string> = {},
    inBoth: Record<string, string> = {},
  ): Promise<StoredObservation[]> {
    const cwd = await applicationFolder(installation);
    const args = [program].flat();
    const fromStartTime = new Date().toISOString();
    const [bare, traced] = await Promise.all([
      this.#withoutPreload(cwd, args, inBoth),
      runProgram({
        cwd,
        args,
        node: ["--expose-gc", "--import", PRELOAD_FILE],
        env: { ...inBoth, ...sendingTo(this.#service.url), ...env },
      }),
    ]);
    assert.deepEqual(traced, bare);
    assert.equal(bare.exitCode, 0, bare.stderr);
    this.#stdout = bare.stdout;
    return this.#service.observations({ limit: "1000", fromStartTime });
  }

  #withoutPreload(cwd: string, args: readonly string[], env: Record<string, string>): Promise<ApplicationRun> {
    const key = JSON.stringify([cwd, args, env]);
    let run = this.#bare.get(key);
    if (run === undefined) {
      run = runProgram({ cwd, args, node: ["--expose-gc"], env });
      this.#bare.set(key, run);
    }
    return run;
  }
}

/** Program whose recording is switched off, in part and as a whole. */
interface SwitchedProgram {
  readonly program: () => PlayedProgram;
  readonly installation: string;
  readonly main?: string;
  /** Number of its calls. */
  readonly calls: number;
  /** Pattern of texts of its requests, answers and errors. */
  readonly said: RegExp;
  readonly instrumentation: string;
}

/** Defines the tests of the switches of a recorded package. */
export function testSwitches({ program, installation, main = "main.mjs", ...expected }: SwitchedProgram): void {
  const { calls, said, instrumentation } = expected;
  const play = (env: Record<string, string>): Promise<StoredObservation[]> => program().play(installation, main, env);

  test("records nothing of what was said when the content is switched off", async () => {
    const recorded = await play({ SVC_CAPTURE_CONTENT: "false" });
    expect(recorded).toHaveLength(calls);
    expect(recorded.flatMap(({ input, output }) => [input, output]).filter((content) => content !== null)).toEqual([]);
    expect(JSON.stringify(recorded)).not.toMatch(said);
  }, 60_000);

  test("is switched off by its name", async () => {
    expect(await play({ OTEL_NODE_DISABLED_INSTRUMENTATIONS: instrumentation })).toEqual([]);
  }, 60_000);

  test("is the only one where the list of enabled instrumentations names it alone", async () => {
    expect(await play({ OTEL_NODE_ENABLED_INSTRUMENTATIONS: instrumentation })).toHaveLength(calls);
  }, 60_000);
}
