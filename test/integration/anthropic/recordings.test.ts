import { SvcOtelSpanAttributes as A } from "@svc/core";
import { beforeAll, describe, expect, it } from "vitest";
import { APPLICATIONS, runIn } from "./child-process.ts";
import type { Message, Replay } from "./recordings-child.ts";
import { allRecordings, type Recording } from "./recordings.ts";

const RECORDINGS = allRecordings();
const FORMATS = ["esm", "cjs"];

/** Version whose stream helper puts every kind of block together; that of 0.39 leaves out the input of server tools. */
const REFERENCE = "anthropic-1";

/** Versions whose own spans are on. */
const TRACES_ITSELF: ReadonlySet<string> = new Set(["anthropic-0.137", "anthropic-1"]);

describe.each(APPLICATIONS.flatMap((application) => FORMATS.map((format) => ({ application, format }))))(
  "$application, $format",
  ({ application, format }) => {
    let bare: Replay[] = [];
    let recorded: Replay[] = [];
    let reference: Replay[] = [];
    beforeAll(async () => {
      [bare, recorded] = await Promise.all([
        runIn<Replay[]>(application, "recordings-child.ts", format, false),
        runIn<Replay[]>(application, "recordings-child.ts", format, true),
      ]);
      reference =
        application === "anthropic-0.39" ? await runIn(REFERENCE, "recordings-child.ts", format, false) : bare;
    }, 120_000);

    it("changes nothing of what the application sees", () => {
      expect(recorded.map(({ id, way, seen }) => ({ id, way, seen }))).toEqual(
        bare.map(({ id, way, seen }) => ({ id, way, seen })),
      );
      expect(bare.length).toBe(RECORDINGS.length * 3);
    });

    it.each(RECORDINGS)("records $id once in each way, with its content and usage", (recording) => {
      for (const { spans, others, traces } of recorded.filter(({ id }) => id === recording.id)) {
        expect(spans.map(({ name }) => name)).toEqual([`chat ${String(recording.request.body.model)}`]);
        const { attributes } = spans[0]!;
        expect(attributes["gen_ai.response.finish_reasons"]).toEqual([recording.expected.stopReason]);
        expect(wholeUsage(attributes[A.OBSERVATION_USAGE_DETAILS])).toEqual(usageOf(recording));
        expect(JSON.parse(String(attributes[A.OBSERVATION_INPUT]))).toMatchObject({
          messages: recording.request.body.messages,
        });
        expect(JSON.parse(String(attributes[A.OBSERVATION_OUTPUT]))).toEqual({
          role: "assistant",
          content: contentOf(recording, reference),
        });
        expect(attributes[A.OBSERVATION_LEVEL]).toBeUndefined();
        expect(traces).toBe(1);
        expect(others).toEqual(TRACES_ITSELF.has(application) ? ["anthropic.messages.create"] : []);
      }
    });
  },
);

function usageOf({ expected: { usage } }: Recording): Record<string, number> {
  const { input, output, cacheRead, cacheWrite } = usage;
  return {
    input,
    output,
    total: input + output + cacheRead + cacheWrite,
    ...(cacheRead > 0 && { input_cached_tokens: cacheRead }),
    ...(cacheWrite > 0 && { input_cache_creation: cacheWrite }),
  };
}

/** Returns the recorded usage, with the thinking tokens as a part of the output again. */
function wholeUsage(details: unknown): Record<string, number> {
  const {
    output = 0,
    output_reasoning_tokens: reasoning = 0,
    web_search_requests: _searches,
    ...rest
  } = JSON.parse(String(details)) as Record<string, number>;
  return { ...rest, output: output + reasoning };
}

/** Returns the content of the answer: as the server sent it or, of a stream, as the SDK's own helper puts it together. */
function contentOf({ id, response }: Recording, reference: readonly Replay[]): unknown {
  if (response.body) return response.body.content;
  const message = reference.find((replay) => replay.id === id && replay.way === "helper")!.seen as Message;
  // The helper adds what it parsed of a text.
  return message.content.map(({ parsed: _parsed, parsed_output: _output, ...block }) => block);
}
