import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { Meter } from "@opentelemetry/api";

/** Time between two looks at the event loop, in milliseconds. */
const RESOLUTION_MS = 10;

/** Measures this process until `stop`: memory, time of processors, and delays of the event loop since the last reading. */
export function observeProcess(meter: Meter): { stop: () => void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  meter
    .createObservableGauge("process.memory.usage.bytes", { description: "Memory of the process." })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  meter
    .createObservableGauge("v8js.memory.heap.used.bytes", { description: "Memory of JavaScript values." })
    .addCallback((result) => result.observe(process.memoryUsage().heapUsed));
  meter
    .createObservableCounter("process.cpu.time.seconds", { description: "Time of processors, by mode." })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe(user / 1e6, { "cpu.mode": "user" });
      result.observe(system / 1e6, { "cpu.mode": "system" });
    });
  const [middle, slow, longest] = ["p50", "p99", "max"].map((name) =>
    meter.createObservableGauge(`nodejs.eventloop.delay.${name}.seconds`, {
      description: "Delay of the event loop since the last reading.",
    }),
  );
  meter.addBatchObservableCallback(
    (result) => {
      if (middle) result.observe(middle, secondsAt(delays, 50));
      if (slow) result.observe(slow, secondsAt(delays, 99));
      if (longest) result.observe(longest, secondsAt(delays, 100));
      delays.reset();
    },
    [middle, slow, longest].filter((gauge) => gauge !== undefined),
  );
  return { stop: () => delays.disable() };
}

function secondsAt(delays: IntervalHistogram, percentile: number): number {
  return delays.count === 0 ? 0 : delays.percentile(percentile) / 1e9;
}
