import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { CHILDREN_TIMEOUT, MAJORS, runApp } from "../child-process.ts";
import { callsOf } from "./model-calls.ts";
import type { Loaded } from "./loading-child.ts";

vi.setConfig({ testTimeout: CHILDREN_TIMEOUT });

const CALLER = join(import.meta.dirname, "loading-child.ts");

/** Ways in which applications load the package, with the number of copies of its classes. */
const LOADS: readonly (readonly [names: string[], copies: number, since: number])[] = [
  [["import:openai"], 1, 4],
  [["require:openai"], 1, 4],
  [["import:openai", "require:openai"], 2, 4],
  [["require:openai", "import:openai"], 2, 4],
  [["import:openai/index.mjs"], 1, 4],
  // openai 4 exports neither entry: its classes are in the index.
  [["import:openai/client"], 1, 5],
  [["require:openai/client"], 1, 5],
  [["import:openai/azure"], 1, 5],
  [["require:openai/azure"], 1, 5],
];

describe.each(MAJORS)("openai %i", (major) => {
  it.concurrent.each(LOADS.filter(([, , since]) => major >= since))("%j", async (names, copies) => {
    const loaded = await runApp<Loaded>(major, ["load.mjs", CALLER, String(major), ...names]);
    expect(loaded.classes).toBe(copies);
    expect(loaded.names).toEqual(names.map(() => callsOf(major).map(([, name]) => name)));
    expect(loaded.whenDisabled).toBe(0);
  });
});
