/** Runs in a child process: finds the objects that stay in memory after calls that were never finished. */
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  clientAt,
  methodOf,
  type ApiCall,
  type ApiStream,
  type OpenAIModule,
} from "../../../support/openai/openai-client.ts";
import { FLAVOURS, type Flavour } from "./flavours.ts";
import { spans } from "../preload.ts";
import { OpenAIStandIn } from "../../../support/openai/openai-stand-in.ts";

/** Number of released objects, and how many of them were not collected. */
export interface Retained {
  name: string;
  objects: number;
  alive: number;
  /** Number of observations that have not ended. */
  open: number;
}

const CALLS = 100;
/** Number of collections after which a remaining object counts as retained. */
const MAX_COLLECTIONS = 300;

/** Leaves calls unfinished in each way, with each endpoint. */
export async function leaveUnfinished(openai: OpenAIModule, major: number): Promise<Retained[]> {
  const standIn = await OpenAIStandIn.start();
  const results: Retained[] = [];

  for (const flavour of FLAVOURS) {
    const create = (stream: boolean, hangAfter?: number): ApiCall => {
      const answer = stream ? { ...flavour.streamed, ...(hangAfter && { hangAfter }) } : flavour.whole;
      const client = clientAt(openai, standIn.perform(answer).url);
      return methodOf(client, `${flavour.api}.create`, major)({ ...flavour.params, ...(stream && { stream }) });
    };
    const ways: Readonly<Record<string, () => Promise<object[]>>> = {
      "streams broken off": async () => {
        const stream = (await create(true)) as ApiStream;
        const kept: object[] = [stream];
        for await (const chunk of stream) if (kept.push(chunk as object) > 3) break;
        return kept;
      },
      "streams nobody reads": async () => [(await create(true)) as ApiStream],
      "streams whose iterator is let go of": async () => {
        const stream = (await create(true)) as ApiStream;
        const iterator = stream[Symbol.asyncIterator]();
        const { value } = (await iterator.next()) as { value: object };
        return [stream, iterator, value];
      },
      "responses nobody reads": async () => [await create(false).asResponse()],
    };
    for (const [name, leave] of Object.entries(ways)) results.push(await letGo(`${flavour.name}: ${name}`, leave));
    results.push(await readHalf(flavour, create));
  }
  await standIn.stop();
  return results;
}

async function letGo(name: string, leave: () => Promise<object[]>): Promise<Retained> {
  const objects: WeakRef<object>[] = [];
  for (let count = 0; count < CALLS; count++) {
    for (const object of await leave()) objects.push(new WeakRef(object));
  }
  return collect(name, objects, () => spans.open);
}

/** Checks that a half-read stream retains none of the chunks it has given. */
async function readHalf(flavour: Flavour, create: (stream: boolean, hangAfter?: number) => ApiCall): Promise<Retained> {
  const iterator = ((await create(true, 6)) as ApiStream)[Symbol.asyncIterator]();
  const chunks: WeakRef<object>[] = [];
  const readOne = async () => void chunks.push(new WeakRef(((await iterator.next()) as { value: object }).value));
  while (chunks.length < 6) await readOne();
  // The SDK itself and the engine may retain the last chunk.
  const retained = await collect(`${flavour.name}: chunks of a stream under way`, chunks.slice(0, 5), () => 0);
  await iterator.return?.();
  await spans.take();
  return retained;
}

async function collect(name: string, objects: readonly WeakRef<object>[], open: () => number): Promise<Retained> {
  const alive = () => objects.filter((object) => object.deref() !== undefined).length;
  for (let count = 0; count < MAX_COLLECTIONS && (alive() > 0 || open() > 0); count++) {
    await nextTurn();
    (globalThis as unknown as { gc: () => void }).gc();
  }
  return { name, objects: objects.length, alive: alive(), open: open() };
}
