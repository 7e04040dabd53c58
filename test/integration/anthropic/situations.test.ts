import { SvcOtelSpanAttributes as A } from "@svc/core";
import { beforeAll, describe, expect, it } from "vitest";
import { APPLICATIONS, runIn } from "./child-process.ts";
import type { Outcome } from "./situations-child.ts";

const FORMATS = ["esm", "cjs"];
const BEGINNING = { role: "assistant", content: [{ type: "text", text: "Hello " }] };
const WHOLE = { role: "assistant", content: [{ type: "text", text: "Hello to you" }] };

/** Level, pattern of the status message, and output of the recorded call. A cut connection may lose the frames before the cut. */
const RECORDED: Readonly<Record<string, [level: string | undefined, status: unknown, output: unknown]>> = {
  break: [undefined, expect.stringMatching(/stopped reading the stream/), BEGINNING],
  "abort of a stream": ["WARNING", expect.stringMatching(/aborted the stream/), BEGINNING],
  "abort before the answer": ["ERROR", expect.stringMatching(/Request was aborted\./), undefined],
  timeout: ["ERROR", expect.stringMatching(/Request timed out\./), undefined],
  retry: [undefined, undefined, WHOLE],
  betas: [undefined, undefined, WHOLE],
  "refusal of the request": ["ERROR", expect.stringMatching(/No model/), undefined],
  "cut stream": [
    "ERROR",
    expect.stringMatching(/terminated|Premature close/),
    expect.toBeOneOf([undefined, BEGINNING]),
  ],
  "error in a stream": ["ERROR", expect.stringMatching(/Overloaded/), BEGINNING],
  "unread answer": [undefined, expect.stringMatching(/the answer is not recorded/), undefined],
  "unread stream": ["WARNING", expect.stringMatching(/The answer was not read to its end/), undefined],
};

describe.each(APPLICATIONS.flatMap((application) => FORMATS.map((format) => ({ application, format }))))(
  "$application, $format",
  ({ application, format }) => {
    let bare: Outcome[] = [];
    let recorded: Outcome[] = [];
    beforeAll(async () => {
      [bare, recorded] = await Promise.all([
        runIn<Outcome[]>(application, "situations-child.ts", format, false),
        runIn<Outcome[]>(application, "situations-child.ts", format, true),
      ]);
    }, 120_000);

    it("changes neither what the application sees nor its requests", () => {
      const visible = ({ name, seen, requests }: Outcome): unknown => ({ name, seen, requests });
      expect(recorded.map(visible)).toEqual(bare.map(visible));
      expect(bare.map(({ name }) => name)).toEqual(Object.keys(RECORDED));
    });

    it.each(Object.entries(RECORDED))("records one call: %s", (situation, [level, status, output]) => {
      const { spans } = recorded.find(({ name }) => name === situation)!;
      expect(spans.map(({ name }) => name)).toEqual(["chat claude-haiku-4-5"]);
      const { attributes } = spans[0]!;
      expect(attributes[A.OBSERVATION_LEVEL]).toBe(level);
      expect(attributes[A.OBSERVATION_STATUS_MESSAGE]).toEqual(status);
      const written = attributes[A.OBSERVATION_OUTPUT];
      expect(written === undefined ? undefined : JSON.parse(String(written))).toEqual(output);
    });

    it("records the betas of a call, which are sent as a header", () => {
      const { spans } = recorded.find(({ name }) => name === "betas")!;
      expect(JSON.parse(String(spans[0]!.attributes[A.OBSERVATION_MODEL_PARAMETERS]))).toEqual({
        max_tokens: 64,
        betas: ["output-128k-2025-02-19", "context-1m-2025-08-07"],
      });
    });
  },
);
