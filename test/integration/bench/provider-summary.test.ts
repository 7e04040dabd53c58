import { expect, it } from "vitest";
import { summariseProviders } from "../../bench/provider-summary.ts";
import { figure } from "../../bench/table.ts";

const table = (title: string, rows: Array<[string, number]>) => ({
  title,
  head: ["contender", "none, CPU µs", "CPU added µs"],
  rows: rows.map(([contender, added]) => [contender, figure(100), figure(added)]),
});

it("puts the CPU added by each contender beside the others, and names the rows in which a rival adds less", () => {
  const chat = table("Chat", [
    ["svc, preload (OTel 3.1)", 20.5],
    ["svc, observeOpenAI (OTel 3.1)", 19],
    ["openinference 4.2.7 (OTel 2.11)", 1_250],
  ]);
  const stream = table("Stream", [
    ["svc, preload (OTel 3.1)", 30],
    ["traceloop 0.27.0 (OTel 2.11)", 29.9],
  ]);
  const other = { title: "Sizes", head: ["package", "kB"], rows: [["a", "1"]] };
  expect(summariseProviders([{ name: "openai", tables: [chat, stream, other] }])).toEqual({
    title: "CPU added per call, µs",
    head: ["package", "call", "svc, preload", "svc, observe…", "OpenInference", "OpenLLMetry", "Langfuse"],
    rows: [
      ["openai", "Chat", figure(20.5), figure(19), figure(1_250), "–", "–"],
      ["openai", "Stream", figure(30), "–", "–", figure(29.9), "–"],
    ],
    notes: ["A rival adds less in: openai, Stream."],
  });
});
