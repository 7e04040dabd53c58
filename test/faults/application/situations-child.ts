// Records under unusual circumstances: node situations-child.ts SITUATION COUNT
import { fork } from "node:child_process";
import cluster from "node:cluster";
import { create } from "node:domain";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { flush } from "@svc/otel";
import { propagateAttributes, startObservation } from "@svc/tracing";

const count = Number(process.argv[3]);
/** Worker threads that live at the same time. */
const WORKERS_AT_ONCE = 4;

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** Returns the megabytes that the heap has grown by, without garbage. */
async function heapGrowth(work: () => unknown): Promise<number> {
  globalThis.gc!();
  const before = process.memoryUsage().heapUsed;
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc!();
  return (process.memoryUsage().heapUsed - before) / 1e6;
}

const situations: Record<string, () => unknown> = {
  "unfinished spans": async () => {
    const grown = await heapGrowth(() => {
      for (const index of range(count)) startObservation(`open ${index}`, { input: "hello" });
    });
    console.log(grown.toFixed(1));
  },
  contexts: async () => {
    const grown = await heapGrowth(() =>
      Promise.all(
        range(count).map((index) =>
          propagateAttributes({ userId: `user ${index}` }, async () => {
            await new Promise((resolve) => setImmediate(resolve));
            startObservation(`of user ${index}`).end();
          }),
        ),
      ).then(flush),
    );
    console.log(grown.toFixed(1));
  },
  workers: async () => {
    const waiting = range(count).values();
    const runNext = async (): Promise<void> => {
      for (const index of waiting) {
        const worker = new Worker(fileURLToPath(import.meta.url), { argv: ["in a worker", String(index)] });
        await once(worker, "exit");
      }
    };
    await Promise.all(range(WORKERS_AT_ONCE).map(runNext));
  },
  "in a worker": () => {
    startObservation(`worker ${count}`).end();
    cluster.worker?.disconnect();
  },
  burst: () => {
    const input = "hello ".repeat(300);
    for (const index of range(count)) startObservation(`burst ${index}`, { input }).end();
  },
  "a killed child": async () => {
    const child = fork(fileURLToPath(import.meta.url), ["stays", "1"]);
    await once(child, "message");
    child.kill("SIGKILL");
    const [, signal] = (await once(child, "exit")) as [number | null, string | null];
    startObservation("parent").end();
    console.log(signal);
  },
  "a killed worker": async () => {
    cluster.setupPrimary({ exec: fileURLToPath(import.meta.url), args: ["stays", "1"] });
    const killed = cluster.fork();
    await once(killed, "message");
    killed.process.kill("SIGKILL");
    const [, signal] = (await once(killed, "exit")) as [number | null, string | null];
    cluster.setupPrimary({ args: ["in a worker", "1"] });
    await once(cluster.fork(), "exit");
    startObservation("parent").end();
    console.log(signal);
  },
  stays: async () => {
    startObservation("flushed child").end();
    await flush();
    startObservation("queued child").end();
    process.send!("ready");
    setInterval(() => {}, 1_000);
  },
  "process.abort()": async () => {
    startObservation("flushed").end();
    await flush();
    startObservation("queued").end();
    process.abort();
  },
  domain: () => {
    const domain = create();
    domain.on("error", (error) => console.log(`the domain got ${error.message}`));
    domain.run(() => {
      startObservation("in a domain").end();
      setImmediate(() => {
        throw new Error("the application's own");
      });
    });
  },
  vm: () => {
    const context = createContext({ startObservation });
    const code = `const input = { list: [1, new Date(0), new Map()], text: "from another realm" };
      startObservation("in a context", { input, metadata: input }).end(); JSON.stringify(input)`;
    console.log(runInContext(code, context));
  },
};

await situations[process.argv[2]!]!();
