import { once } from "node:events";
import { text } from "node:stream/consumers";
import { startChild, type ChildOptions } from "../child.ts";

/** Figures of one round by their names, which end with the unit. Less is better. */
export type Figures = Readonly<Record<string, number>>;

/** Contender that waits until its next round. */
export interface Turns {
  measure(): Promise<Figures>;
  end(): Promise<void>;
}

/** Starts a program of `bench` that measures a round whenever asked (see {@link answerTurns}). */
export async function startTurns(program: string, order: unknown, options?: ChildOptions): Promise<Turns> {
  const child = startChild(program, options);
  const complaints = text(child.stderr!);
  // Node reports no "close" of a process that was disconnected.
  const exited = once(child, "exit");
  const failed = exited.then(async () => {
    throw new Error(`${program} ended early:\n${await complaints}`);
  });
  // The program ends while nobody waits for a round, too.
  failed.catch(() => undefined);
  const ask = async (message: unknown): Promise<unknown> => {
    child.send(message as object);
    const [answer] = (await Promise.race([once(child, "message"), failed])) as [unknown];
    return answer;
  };
  await ask(order);
  return {
    measure: async () => (await ask({})) as Figures,
    async end() {
      child.disconnect();
      await exited;
    },
  };
}

/** Runs in the program: prepares the order that arrives first, then measures a round at each further message. */
export async function answerTurns(prepare: (order: never) => Promise<() => Promise<Figures>>): Promise<void> {
  process.on("disconnect", () => process.exit());
  const [order] = (await once(process, "message")) as [never];
  const measure = await prepare(order);
  process.on("message", () => void measure().then((figures) => process.send!(figures)));
  process.send!("ready");
}
