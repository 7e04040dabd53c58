import assert from "node:assert/strict";
import { join } from "node:path";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { startWholeService } from "../../support/http/whole-service.ts";
import { recordingsOf } from "../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../support/openai/openai-stand-in.ts";
import type { Fault, Mutation, Trial } from "../fault.ts";

/** Change that has the request read as any other value. The error then differs from the one without the preload. */
const READS_ANYTHING: Mutation = {
  says: "the request of a model call is read with `JSON.stringify` before the call",
  find: "const client=clientIn(resource,operation.library)",
  put: `try{JSON.stringify(args)}catch{throw new Error("a request that cannot be read")}const client=clientIn(resource,operation.library)`,
};

const DELIVERS_NOTHING: Mutation = {
  says: "nothing is delivered at the end of the process",
  find: "if(deliveries.length>0){",
  put: "if(false){",
};

/** Kinds of values, as the program names them, with their names in the table. */
const KINDS: ReadonlyArray<readonly [kind: string, fault: string, failsWhen: Mutation]> = [
  ["a getter that throws", "A value has a getter that throws", READS_ANYTHING],
  ["a proxy whose traps throw", "A value is a proxy whose every trap throws", READS_ANYTHING],
  ["a revoked proxy", "A value is a revoked proxy", READS_ANYTHING],
  ["a cyclic value", "A value refers to itself", READS_ANYTHING],
  ["a text of 50 MB", "A value is a text of 50 MB", DELIVERS_NOTHING],
  ["a BigInt", "A value holds a BigInt", READS_ANYTHING],
  ["toJSON that throws", "A value has a `toJSON` that throws", READS_ANYTHING],
  ["toJSON that returns its like forever", "A value has a `toJSON` that returns its like forever", READS_ANYTHING],
  ["a value nested 100,000 deep", "A value is nested 100,000 deep", READS_ANYTHING],
  ["frozen and sealed objects", "A value is frozen, and holds a sealed object", DELIVERS_NOTHING],
  ["typed arrays of 1 MB", "A value holds typed arrays of 1 MB", DELIVERS_NOTHING],
  [
    "symbols, functions, maps and dates that are none",
    "A value holds symbols, functions, maps and dates that are none",
    DELIVERS_NOTHING,
  ],
  ["an object without a prototype", "A value is an object without a prototype", DELIVERS_NOTHING],
  ["a then that throws", "A value has a getter `then` that throws", DELIVERS_NOTHING],
];

/** Observations of the program's own, without that of the model call. */
const OBSERVATIONS = ["active", "inside", "observed", "returned", "started"];

/** Name of the observation of the model call. */
const CALL = "chat gpt-4o-mini";

/** Gives a value of this kind to everything that takes values, with and without the preload. */
async function giveEverywhere({ node }: Trial, kind: string): Promise<string> {
  const [standIn, service] = await Promise.all([OpenAIStandIn.start(), startWholeService()]);
  const answer = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!.response;
  const run = (options: readonly string[], env: Record<string, string>): Promise<ApplicationRun> =>
    runProgram({
      cwd: import.meta.dirname,
      node: options,
      args: [join(import.meta.dirname, "strange-values-child.ts"), kind],
      env: { OPENAI_BASE_URL: standIn.perform(answer).url, ...env },
    });
  try {
    const bare = await run([], {});
    const traced = await run(node, { ...sendingTo(service.url), SVC_SHUTDOWN_TIMEOUT: "30" });
    assert.deepEqual([traced.stdout, traced.exitCode, traced.signal], [bare.stdout, bare.exitCode, bare.signal]);
    assert.equal(bare.exitCode, 0, bare.stderr);
    const ownErrors = bare.stdout.split("\n").filter((line) => line.includes("throws") && !line.startsWith("chat."));
    assert.deepEqual(ownErrors, [], "errors that our functions throw into the application");
    assert.deepEqual([...service.spans].toSorted(), [...OBSERVATIONS, CALL].toSorted(), traced.stderr);
    const uses = bare.stdout.match(/^[\w., ]+: /gm)?.length;
    return `${uses} uses end as without the preload; ${service.spans.size} of ${OBSERVATIONS.length + 1} observations arrived`;
  } finally {
    await Promise.all([standIn.stop(), service.close()]);
  }
}

/** Strange values, each given to everything that takes values. */
export const strangeValues: readonly Fault[] = KINDS.map(([kind, fault, failsWhen]) => ({
  fault,
  outcome: "The application gets the same results and errors as without the preload; every observation arrives",
  failsWhen,
  measure: (trial) => giveEverywhere(trial, kind),
}));
