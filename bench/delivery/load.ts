// Process in which one contender records observations and sends them. `carryOut` defines the measurement.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { answerOrder } from "../child.ts";
import { createContender, type ContenderName } from "../contender/contender.ts";
import { createContents, createImages } from "../contender/observation-content.ts";
import { enableContext, loadOpenTelemetry, type Line } from "../contender/open-telemetry.ts";

/** Order to a load process. */
export interface LoadOrder {
  readonly line: Line;
  /** Contender; `generator` records nothing and gives the cost of the load itself. */
  readonly contender: ContenderName | "generator";
  readonly url: string;
  /** Bytes of an image in the input of each observation; none by default. */
  readonly image?: number;
  /** Observations before the measurement begins; a flush follows. */
  readonly warmUp: number;
  /** Load at a rate, or a burst with one turn of the event loop per given number of observations. */
  readonly load:
    | { readonly perSecond: number; readonly seconds: number }
    | { readonly burst: number; readonly perTurn: number };
}

/** Figures of a load process, from the first observation after the warm-up to the end of `shutdown()`. */
export interface LoadResult {
  /** Observations made, warm-up included. */
  readonly made: number;
  /** Observations that the figures below cover. */
  readonly measured: number;
  /** CPU time of the whole process, garbage collection and thread pool included, in microseconds per observation. */
  readonly cpuPerSpan: number;
  /** Event-loop delay at the 99th percentile in milliseconds, from `monitorEventLoopDelay`; an idle loop has 1. */
  readonly delayP99: number;
  readonly delayMax: number;
  /** Largest resident memory minus that after the warm-up, in bytes. */
  readonly memoryGrowth: number;
  /** Duration of `shutdown()`, in milliseconds. */
  readonly shutdown: number;
}

const TICK = 2;

async function carryOut({ line, contender, url, image, warmUp, load }: LoadOrder): Promise<LoadResult> {
  enableContext(line, loadOpenTelemetry(line));
  const contents = image === undefined ? createContents() : createImages(image);
  const recorder = contender === "generator" ? nobody : createContender(line, contender, { url });
  recorder.activate();
  let made = 0;
  const makeUpTo = (count: number): void => {
    for (; made < count; made++) recorder.observe(contents[made % contents.length]!);
  };

  for (const step of [0.25, 0.5, 0.75, 1]) {
    makeUpTo(warmUp * step);
    await recorder.flush();
  }
  await delay(200);

  const memory = process.memoryUsage.rss();
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const cpu = process.cpuUsage();
  if ("burst" in load) await inTurns(load.burst, load.perTurn, (count) => makeUpTo(warmUp + count));
  else await every(TICK, load.seconds, (elapsed) => makeUpTo(warmUp + Math.floor(elapsed * load.perSecond)));
  const generated = performance.now();
  await recorder.shutdown();
  const { user, system } = process.cpuUsage(cpu);
  delays.disable();

  const measured = made - warmUp;
  return {
    made,
    measured,
    cpuPerSpan: (user + system) / measured,
    delayP99: delays.percentile(99) / 1e6,
    delayMax: delays.max / 1e6,
    memoryGrowth: process.resourceUsage().maxRSS * 1024 - memory,
    shutdown: performance.now() - generated,
  };
}

/** Calls `call` at an interval in milliseconds for a number of seconds, with the seconds that have passed. */
function every(milliseconds: number, seconds: number, call: (elapsed: number) => void): Promise<void> {
  const start = performance.now();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const elapsed = Math.min(seconds, (performance.now() - start) / 1000);
      call(elapsed);
      if (elapsed < seconds) return;
      clearInterval(timer);
      resolve();
    }, milliseconds);
  });
}

/** Calls `call` once per turn of the event loop, with a count that grows by `perTurn` up to `total`. */
async function inTurns(total: number, perTurn: number, call: (count: number) => void): Promise<void> {
  call(Math.min(perTurn, total));
  for (let count = perTurn; count < total; count += perTurn) {
    await setImmediate();
    call(Math.min(count + perTurn, total));
  }
}

const nobody = {
  activate() {},
  observe() {},
  flush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

if (import.meta.main) await answerOrder(carryOut);
