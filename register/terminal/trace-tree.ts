import type { ReadObservation } from "@svc/core/internal";
import { conversationText } from "@svc/core/internal/messages";
import { costText, countText, secondsText } from "./figures.ts";
import type { Screen } from "./screen.ts";
import { columnsOf, cut, plain } from "./text.ts";

/** Columns that a text beside the tree has at least. */
const NARROWEST_TEXT = 20;

/** Characters of an input or output that are looked at: a line of a terminal shows fewer. */
const MOST_CHARACTERS = 2_000;

/** Levels with an indent of their own: a terminal has no room for more. */
const DEEPEST_INDENT = 30;

/** Observations below each other, by the id of the parent. */
type Children = ReadonlyMap<string | null, readonly ReadObservation[]>;

/** Node that is still to be printed. */
interface Waiting {
  readonly observation: ReadObservation;
  /** Beginning of the first line, and of the lines that follow. */
  readonly first: string;
  readonly rest: string;
  readonly depth: number;
}

/**
 * Returns the lines of a trace as an indented tree, with inputs and outputs cut to the width of the terminal. An observation whose
 * parent is missing stands at the top, and so does one of a circle of parents.
 */
export function* treeLines(observations: readonly ReadObservation[], screen: Screen): Generator<string> {
  const oldestFirst = observations.toSorted((a, b) => a.startTime.localeCompare(b.startTime));
  const children: Children = Map.groupBy(oldestFirst, ({ parentObservationId }) => parentObservationId);
  const known = new Set(oldestFirst.map(({ id }) => id));
  const tops = oldestFirst.filter(({ parentObservationId }) => !known.has(parentObservationId ?? ""));
  const printed = new Set<string>();
  for (const top of [...tops, ...oldestFirst]) {
    const waiting: Waiting[] = [{ observation: top, first: "", rest: "", depth: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (printed.has(next.observation.id)) continue;
      printed.add(next.observation.id);
      const below = (children.get(next.observation.id) ?? []).filter(({ id }) => !printed.has(id));
      yield* nodeLines(next, below.length > 0, screen);
      // The last one in is the first one out.
      waiting.push(...below.map((observation, place) => childOf(next, observation, place, below.length)).toReversed());
    }
  }
}

function childOf({ rest, depth }: Waiting, observation: ReadObservation, place: number, count: number): Waiting {
  const isLast = place === count - 1;
  const isIndented = depth < DEEPEST_INDENT;
  return {
    observation,
    first: isIndented ? rest + (isLast ? "└─ " : "├─ ") : `${rest.slice(0, -3)}⋯  `,
    rest: isIndented ? rest + (isLast ? "   " : "│  ") : rest,
    depth: depth + 1,
  };
}

function* nodeLines({ observation, first, rest }: Waiting, hasChildren: boolean, screen: Screen): Generator<string> {
  const { input, output, statusMessage, level } = observation;
  yield first + headline(observation, screen);
  const beside = rest + (hasChildren ? "│  " : "   ");
  if (input != null) yield detail("in ", conversationText(input, "user", roomBeside(beside, screen)), beside, screen);
  if (output != null)
    yield detail("out", conversationText(output, "assistant", roomBeside(beside, screen)), beside, screen);
  if (statusMessage) yield detail(level === "ERROR" ? "err" : "msg", statusMessage, beside, screen);
}

function headline(observation: ReadObservation, { paint }: Screen): string {
  const { type, name, level, latency, timeToFirstToken, totalCost, providedModelName } = observation;
  const { input = 0, output = 0, total } = observation.usageDetails ?? {};
  const facts = [
    providedModelName === null ? "" : plain(providedModelName),
    total === undefined ? "" : `${countText(input) || "0"} → ${countText(output) || "0"} tokens`,
    costText(totalCost ?? 0),
    latency == null ? "" : secondsText(latency),
    timeToFirstToken == null ? "" : `first token ${secondsText(timeToFirstToken)}`,
  ].filter((fact) => fact !== "");
  const title = `${paint("cyan", plain(type).toLowerCase())} ${paint("bold", plain(name ?? "") || "(unnamed)")}`;
  const warning = level === "ERROR" || level === "WARNING" ? ` ${paint("red", level)}` : "";
  return `${title}${warning}  ${paint("dim", facts.join(" · "))}`.trimEnd();
}

function detail(label: string, value: string, indent: string, screen: Screen): string {
  const style = label === "err" ? "red" : "dim";
  return `${indent}${screen.paint(style, label)} ${cut(plain(value.slice(0, MOST_CHARACTERS)), roomBeside(indent, screen))}`;
}

/** Returns the columns of the text behind a label of three letters. */
function roomBeside(indent: string, { columns }: Screen): number {
  return Math.max(NARROWEST_TEXT, columns - columnsOf(indent) - 4);
}
