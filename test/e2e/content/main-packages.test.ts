// With SVC_CAPTURE_CONTENT=false no text of a call leaves the process: not in spans, media, the log at DEBUG, or the spool. The packages that
// most applications use; the others are in other-packages.test.ts.
import { expect, test } from "vitest";
import { MODEL_INSTRUMENTATIONS } from "../../../register/instrumentations/model-instrumentations.ts";
import { testKeptContent } from "./kept-content-tests.ts";
import { MARKED_PROGRAMS } from "./marked-programs.ts";

test("each instrumentation of the preload has programs", () => {
  expect(Object.keys(MARKED_PROGRAMS).toSorted()).toEqual(MODEL_INSTRUMENTATIONS.map(({ name }) => name).toSorted());
});

testKeptContent(["openai", "anthropic", "langchain", "ai-sdk"]);
