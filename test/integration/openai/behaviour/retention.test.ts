import { describe, expect, it, vi } from "vitest";
import { CHILDREN_TIMEOUT, FORMATS, MAJORS, runWithOpenAI } from "../child-process.ts";
import type { Retained } from "./retention-child.ts";

vi.setConfig({ testTimeout: CHILDREN_TIMEOUT });

const versions = MAJORS.flatMap((major) =>
  FORMATS.map((format) => {
    const running = runWithOpenAI<Retained[]>("behaviour/retention-child.ts", "leaveUnfinished", { major, format });
    running.catch(() => undefined);
    return [major, format, running] as const;
  }),
);

/** Share of the calls that may still be in the engine or the connection: the last few of a hundred. */
const LAST_FEW = 0.1;

describe.each(versions)("openai %i, %s", (_major, _format, running) => {
  it("retains no abandoned objects, and ends their observations", async () => {
    const results = await running;
    expect(results).toHaveLength(10);
    const held = results.filter(({ objects, alive, open }) => alive > objects * LAST_FEW || open > 100 * LAST_FEW);
    expect(held).toEqual([]);
  });
});
