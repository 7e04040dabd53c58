import { createExperimentId, createExperimentItemId, createStableExperimentId } from "@svc/core";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";

const PROJECT = "7a88fb47-b4e2-43b8-a06c-a5ce950dc53a";
const DATASET = "cm9x1dataset0000000000001";

describe("Experiment identity rules", () => {
  it.each([
    ["my-run", "39b18b1d11ecd986"],
    ['Läufe "v2" 🚀 – 2026-10-06T12:00:00.000Z', "58416ca95a88cadd"],
  ])("1. the ID of the run %j is derived from project, dataset and run name", (runName, id) => {
    expect(createStableExperimentId({ projectId: PROJECT, datasetId: DATASET, runName })).toBe(id);
  });

  it("2. an experiment on local data gets a random ID", () => {
    const ids = Array.from({ length: 100 }, createExperimentId);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    ["a text is hashed as it is", "Wo?", "Wo?"],
    ["anything else as JSON", { question: "Wo?" }, '{"question":"Wo?"}'],
  ])("the ID of an item of local data: %s", (_rule, input, hashed) => {
    expect(createExperimentItemId(input)).toBe(createHash("sha256").update(hashed).digest("hex").slice(0, 16));
  });
});
