// Process in which the clients in turn get a prompt from their cache and compile it. See `prompt.ts`.
import { answerOrder } from "../child.ts";
import { CLIENTS, createClient, type ClientName } from "./client-contender.ts";
import { interleave } from "../rounds.ts";

/** Order to the process. */
export interface PromptOrder {
  readonly url: string;
  /** Clients that take turns. */
  readonly clients: readonly ClientName[];
  readonly rounds: number;
}

/** Time of each round in nanoseconds, by client. */
export interface PromptResult {
  readonly client: ClientName;
  /** Awaited `get` from the cache. */
  readonly get: readonly number[];
  /** `compile` with ten variables. */
  readonly compile: readonly number[];
}

const PER_ROUND = 20_000;
const WARM_UP_ROUNDS = 5;

async function carryOut({ url, clients: names, rounds }: PromptOrder): Promise<PromptResult[]> {
  const clients = CLIENTS.filter(({ client }) => names.includes(client)).map(({ name, client }) => ({
    name,
    client,
    made: createClient(client, url),
  }));
  const variables = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`variable${n}`, `value of ${n}`]));

  const measure = async ({ made }: (typeof clients)[number]): Promise<{ get: number; compile: number }> => {
    const prompt = await made.prompt.get("bench");
    const beforeGet = performance.now();
    for (let i = 0; i < PER_ROUND; i++) await made.prompt.get("bench");
    const beforeCompile = performance.now();
    for (let i = 0; i < PER_ROUND; i++) prompt.compile(variables);
    const per = (milliseconds: number): number => (milliseconds * 1e6) / PER_ROUND;
    return { get: per(beforeCompile - beforeGet), compile: per(performance.now() - beforeCompile) };
  };

  await interleave(clients, WARM_UP_ROUNDS, measure);
  const measured = await interleave(clients, rounds, measure);
  return clients.map(({ name, client }) => {
    const each = measured.get(name)!;
    return { client, get: each.map(({ get }) => get), compile: each.map(({ compile }) => compile) };
  });
}

if (import.meta.main) await answerOrder(carryOut);
