import { SvcOtelSpanAttributes as A } from "@svc/core";
import { beforeAll, describe, expect, it } from "vitest";
import { CHILDREN_TIMEOUT, MAJORS, runWithOpenAI } from "../child-process.ts";
import type { SpanDescription } from "../preload.ts";
import { SITUATIONS } from "./situation-list.ts";
import type { Played } from "./situations-child.ts";

const versions = MAJORS.map((major) => {
  const format = major === 7 ? "cjs" : "esm";
  const playing = runWithOpenAI<Played[]>("situations/situations-child.ts", "playSituations", { major, format });
  playing.catch(() => undefined);
  return [major, playing] as const;
});

/** Returns the bodies that were sent as JSON, in order. */
function bodiesOf({ instrumented }: Played): Record<string, unknown>[] {
  const sent = (instrumented.log as [string, { body?: unknown }?][]).filter(([what]) => what === "sent");
  return sent.flatMap(([, request]) => {
    const body = request?.body;
    return typeof body === "string" ? [JSON.parse(body) as Record<string, unknown>] : [];
  });
}

function inputOf({ attributes }: SpanDescription): unknown {
  const input = attributes[A.OBSERVATION_INPUT];
  if (input === undefined) return undefined;
  try {
    return JSON.parse(String(input)) as unknown;
  } catch {
    return input;
  }
}

describe.each(versions)("openai %i", (major, playing) => {
  let played: Played[] = [];
  const names = Object.entries(SITUATIONS).flatMap(([name, { since = 4 }]) => (major >= since ? [name] : []));
  const of = (name: string): Played => played.find((situation) => situation.name === name)!;

  beforeAll(async () => {
    played = await playing;
  }, CHILDREN_TIMEOUT);

  it("plays every situation", () => {
    expect(played.map(({ name }) => name)).toEqual(names);
  });

  it.each(names)("is invisible to the application and the server: %s", (name) => {
    const { without, instrumented, spans } = of(name);
    expect(instrumented).toEqual(without);
    expect(spans.length).toBeGreaterThan(0);
  });

  it("records the sent request, even if it differs from the given one", () => {
    const seen = played.flatMap((situation) => {
      const last = bodiesOf(situation).at(-1);
      const span = situation.spans.at(-1);
      return last?.messages === undefined || span === undefined ? [] : [{ name: situation.name, last, span }];
    });
    expect(seen.length).toBeGreaterThan(50);
    const told = seen.map(({ name, span }) => [name, inputOf(span), span.attributes["gen_ai.request.model"]]);
    const sent = seen.map(({ name, last: { messages, tools, tool_choice, model } }) => {
      const input = {
        messages,
        ...(tools !== undefined && { tools }),
        ...(tool_choice !== undefined && { tool_choice }),
      };
      return [name, input, model];
    });
    expect(told).toEqual(sent);
  });

  it("names the observation after the model of the sent request", () => {
    const { spans, without } = of("a model that changes each time it is read");
    const [{ model }] = bodiesOf({ name: "", instrumented: without, without, spans }) as [{ model: string }];
    expect(spans.map(({ name }) => name)).toEqual([`chat ${model}`]);
  });

  it("describes files without reading them, and parameters of forms unchanged", () => {
    const file = (name: string) => of(name).spans.map((span) => inputOf(span));
    const hello = { name: "hello.mp3", type: "audio/mpeg", size: 8 };
    expect(file("a file")).toEqual([{ file: hello }]);
    expect(file("a file with getters of its own")).toEqual([{ file: hello }]);
    expect(file("several files and a mask")).toEqual([
      {
        prompt: "x",
        image: ["a.png", "b.png"].map((name) => ({ name, type: "image/png", size: 8 })),
        mask: { name: "m.png", type: "image/png", size: 8 },
      },
    ]);
    const [edit] = of("several files and a mask").spans;
    expect(JSON.parse(String(edit!.attributes[A.OBSERVATION_MODEL_PARAMETERS]))).toEqual({ n: 1 });
  });
});
