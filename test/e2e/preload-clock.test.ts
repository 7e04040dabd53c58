import { expect, it } from "vitest";
import { PRELOAD, runProgram, sendingTo } from "../support/application/run-application.ts";
import { join } from "node:path";

/** Code that prints when `performance` is first read, which loads it. */
const SAYING = `
const loaded = Object.getOwnPropertyDescriptor(globalThis, "performance");
Object.defineProperty(globalThis, "performance", {
  configurable: true,
  get() {
    Object.defineProperty(globalThis, "performance", loaded);
    console.log("performance is loaded");
    return globalThis.performance;
  },
});`;

it("loads the clock of durations before the first package that is recorded", async () => {
  const application = `await import("openai"); console.log("the package is loaded"); performance.now();`;
  const { stdout } = await runProgram({
    cwd: join(import.meta.dirname, "../apps/openai-7"),
    node: ["--import", `data:text/javascript,${encodeURIComponent(SAYING)}`, ...PRELOAD, "--input-type=module"],
    args: ["--eval", application],
    env: sendingTo("http://127.0.0.1:9"),
  });
  expect(stdout.trim().split("\n")).toEqual(["performance is loaded", "the package is loaded"]);
});
