import { serializeValue, messageOfThrown } from "@svc/core/internal";
import { judgedText, summarizeScore } from "../evaluation/score-summary.ts";
import type { Evaluation, ExperimentResult, FormatOptions } from "../experiment-types.ts";
import { alignColumns } from "./text-table.ts";

/** Fields of an experiment that its text shows. */
export type ShownExperiment = Pick<
  ExperimentResult,
  "name" | "runName" | "experimentUrl" | "itemResults" | "runEvaluations" | "failures"
> & { readonly description: string | undefined };

const SEGMENTER = /* @__PURE__ */ new Intl.Segmenter();

/** Longest text of a cell, in characters as people count them (grapheme clusters). */
const MAX_LENGTH = 50;

/** Formats a whole experiment as text for a terminal. */
export function formatExperiment(experiment: ShownExperiment, { includeItemResults = false }: FormatOptions): string {
  const { name, runName, description, itemResults, runEvaluations, failures, experimentUrl } = experiment;
  if (itemResults.length === 0 && failures.length === 0) return `${name}: no items, nothing to display.`;
  const scores = scoreNames(itemResults.flatMap(({ evaluations }) => evaluations));
  const blocks = [
    [`${name}  ${JSON.stringify(runName)}`, ...(description === undefined ? [] : [description])],
    includeItemResults ? itemTable(experiment, scores) : hiddenItems(itemResults.length),
    failures.map(({ index, error }) => `item ${index + 1} failed: ${shortenedText(messageOfThrown(error))}`),
    alignColumns([
      ...scores.flatMap((score) => averageRow(experiment, score)),
      ...runEvaluations.map((evaluation) => ["run", evaluation.name, valueText(evaluation), evaluation.comment ?? ""]),
    ]),
    experimentUrl === undefined ? [] : [experimentUrl],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function hiddenItems(count: number): string[] {
  return count === 0
    ? []
    : [`${count} ${count === 1 ? "item" : "items"}; format({ includeItemResults: true }) shows them.`];
}

/** Formats the items as a table. An item's number is its position in the data, which counts failed items too. */
function itemTable({ itemResults, failures }: ShownExperiment, scores: readonly string[]): string[] {
  if (itemResults.length === 0) return [];
  const failed = new Set(failures.map(({ index }) => index));
  const places = Array.from({ length: itemResults.length + failures.length }, (_, index) => index).filter(
    (index) => !failed.has(index),
  );
  const rows = itemResults.map(({ item, output, evaluations }, index) => [
    String(places[index]! + 1),
    shortenedText(item.input),
    shortenedText(item.expectedOutput),
    shortenedText(output),
    ...scores.map((score) =>
      evaluations
        .filter(({ name }) => name === score)
        .map(valueText)
        .join(", "),
    ),
  ]);
  return alignColumns([["", "input", "expected", "output", ...scores], ...rows]);
}

/** Formats the average of a score with the number of judged items; nothing for a score that is a text for every item. */
function averageRow(experiment: ShownExperiment, score: string): string[][] {
  const summary = summarizeScore(experiment, score);
  const { average, unusable } = summary;
  if (average === undefined && unusable.every((value) => typeof value === "string")) return [];
  return [["average", score, average?.toFixed(3) ?? "none", judgedText(summary)]];
}

function scoreNames(evaluations: readonly Evaluation[]): string[] {
  return [...new Set(evaluations.map(({ name }) => name))];
}

function valueText({ value }: Evaluation): string {
  return typeof value === "number" ? value.toFixed(3) : shortenedText(value);
}

/** Returns a value as one line of at most 50 characters. */
function shortenedText(value: unknown): string {
  const text = (serializeValue(value) ?? "").replaceAll(/\s+/g, " ").trim();
  if (text.length <= MAX_LENGTH) return text;
  const characters = [...SEGMENTER.segment(text)].map(({ segment }) => segment);
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 3).join("")}...` : text;
}
