// Process in which one client creates scores in one burst and shuts down. See `scores.ts`.
import { answerOrder } from "../child.ts";
import { createClient, type ClientName } from "./client-contender.ts";

/** Order to the process. */
export interface ScoreOrder {
  readonly client: ClientName;
  readonly url: string;
  readonly scores: number;
}

/** Measurements of the process. */
export interface ScoreResult {
  /** CPU time of the whole process, in microseconds per score. */
  readonly cpuPerScore: number;
  /** Milliseconds from the first score to the end of `shutdown()`. */
  readonly elapsed: number;
}

async function carryOut({ client: name, url, scores }: ScoreOrder): Promise<ScoreResult> {
  const client = createClient(name, url);
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  for (let i = 0; i < scores; i++) {
    const traceId = i.toString(16).padStart(32, "0");
    client.score.create({ traceId, name: "helpful", value: i, comment: "short and to the point" });
  }
  await client.shutdown();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuPerScore: (user + system) / scores, elapsed: performance.now() - start };
}

if (import.meta.main) await answerOrder(carryOut);
