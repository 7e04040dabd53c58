import { runChild } from "../child.ts";
import type { Build } from "../compare/builds.ts";
import type { Comparison } from "../compare/compare.ts";
import type { Figures } from "../compare/turns.ts";
import { INSTALLATIONS_VARIABLE } from "../installations.ts";
import { median } from "../statistics.ts";
import type { PromptOrder, PromptResult } from "./prompt-rounds.ts";
import { startRecordsSink } from "./records-sink.ts";
import type { ScoreOrder, ScoreResult } from "./score-load.ts";

const SCORES = 20_000;
const PROMPT_ROUNDS = 10;

/** Comparison of scores in one burst. */
export const SCORES_COMPARISONS: readonly Comparison[] = [
  compareClients(`Scores: ${SCORES} in one burst, then shutdown()`, async (url, env) => {
    const order: ScoreOrder = { client: "svc", url, scores: SCORES };
    const { cpuPerScore, elapsed } = await runChild<ScoreResult>("client/score-load.ts", order, { env });
    return { "CPU of a score, µs": cpuPerScore, "elapsed to the end of shutdown(), ms": elapsed };
  }),
];

/** Comparison of a prompt in the cache. */
export const PROMPT_COMPARISONS: readonly Comparison[] = [
  compareClients("Prompt: from the cache, and compiled with ten variables", async (url, env) => {
    const order: PromptOrder = { url, clients: ["svc"], rounds: PROMPT_ROUNDS };
    const [result] = await runChild<PromptResult[]>("client/prompt-rounds.ts", order, { env });
    return { "get, ns": median(result!.get), "compile, ns": median(result!.compile) };
  }),
];

function compareClients(
  title: string,
  measure: (url: string, env: Record<string, string>) => Promise<Figures>,
): Comparison {
  return {
    title,
    pairs: 1,
    rounds: 8,
    warmUpRounds: 1,
    note: "Each round is a process.",
    async start({ folder }: Build) {
      const sink = await startRecordsSink();
      return { measure: () => measure(sink.url, { [INSTALLATIONS_VARIABLE]: folder }), end: () => sink.close() };
    },
  };
}
