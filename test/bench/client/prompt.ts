import { runChild } from "../child.ts";
import { CLIENTS } from "./client-contender.ts";
import type { PromptOrder, PromptResult } from "./prompt-rounds.ts";
import { startRecordsSink } from "./records-sink.ts";
import type { Effort } from "../effort.ts";
import { median, medianRatio } from "../statistics.ts";
import { figure, type Table } from "../table.ts";

const ROUNDS: Readonly<Record<Effort, number>> = { full: 20, smoke: 1 };

/**
 * Measures a prompt from the cache, and its compilation with ten variables; both clients in one process. Takes some seconds.
 */
export async function benchPrompt(effort: Effort): Promise<Table[]> {
  const rounds = ROUNDS[effort];
  const sink = await startRecordsSink();
  const order: PromptOrder = { url: sink.url, clients: ["svc", "peer"], rounds };
  const results = await runChild<PromptResult[]>("client/prompt-rounds.ts", order);
  await sink.close();
  const sum = ({ get, compile }: PromptResult): number[] =>
    get.map((nanoseconds, round) => nanoseconds + compile[round]!);
  const peer = results.find(({ client }) => client === "peer")!;
  const rows = results.map((result) => [
    CLIENTS.find(({ client }) => client === result.client)!.name,
    figure(median(result.get), 0),
    figure(median(result.compile), 0),
    figure(median(sum(result)), 0),
    figure(medianRatio(sum(result), sum(peer)), 2),
  ]);
  return [
    {
      title: "Prompt: from the cache, and compiled with ten variables",
      head: ["contender", "get, ns", "compile, ns", "both, ns", "× peer"],
      rows,
      notes: [`Medians of ${rounds} interleaved rounds.`],
    },
  ];
}
