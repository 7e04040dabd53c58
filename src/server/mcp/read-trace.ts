import { topsAmong, traceFields, traceIdIn, type Condition, type ReadObservation } from "@svc/core/internal";
import { conversationText } from "@svc/core/internal/messages";
import { type ApiReads, ToolProblem } from "./api-reads.ts";
import { observationLine } from "./observation-line.ts";
import { excerpt, idText, quoted, quotedList, resultOf } from "./recorded-text.ts";
import { MOST_OF_A_RESULT, counted, secondsText } from "./result-text.ts";
import { type Tool, defineTool, integer, text } from "./tool.ts";

/** Input of `read_trace`. */
interface TraceChoice {
  traceId: string;
  from?: number;
  contentLength?: number;
}

/** Observation with its place in the tree. */
interface Node {
  readonly observation: ReadObservation;
  readonly depth: number;
}

const FIELDS = "core,basic,time,model,usage,metrics,trace_context";

/** Most observations of a trace that are read. */
const MOST = 20_000;

/** Observations whose contents are read at once: their ids stand in the address of a request. */
const AT_A_TIME = 50;

const DEFAULT_LENGTH = 400;
const MOST_LENGTH = 8_000;

/** Levels with an indent of their own. */
const DEEPEST_INDENT = 20;

/** Failed observations that the head of a trace names. */
const MOST_FAILED = 20;

/** Tool that shows one trace as a tree. */
export const readTrace: Tool = defineTool<TraceChoice>({
  name: "read_trace",
  title: "Read a trace",
  description:
    "Shows one trace as a tree of its observations, in the order of their starts: number, type, name, [id], model, tokens, cost, " +
    "latency, failures, and input and output as text: of a long conversation the last messages, with the number of earlier ones. A long trace comes in parts; the last line says how to read on. " +
    "read_observation gives the whole input, output and metadata of one observation.",
  required: ["traceId"],
  properties: {
    traceId: text("Id of the trace, as search_traces gives it, or the address of its page."),
    from: integer("Number of the observation to begin with.", 1, MOST, 1),
    contentLength: integer(
      "Most characters of each input and output. 0 leaves them out.",
      0,
      MOST_LENGTH,
      DEFAULT_LENGTH,
    ),
  },
  async run({ traceId: given, from = 1, contentLength = DEFAULT_LENGTH }, reads) {
    const traceId = traceIdIn(given);
    const observations = await reads.observationList([], { traceId, fields: FIELDS }, MOST);
    if (observations.length === 0) {
      throw new ToolProblem(
        `There is no trace ${idText(traceId)} in this project. search_traces lists those that are. Observations arrive when they have ended.`,
      );
    }
    const nodes = treeOf(observations);
    if (from > nodes.length)
      throw new ToolProblem(`The trace has ${counted(nodes.length, "observation")}: "from" is too high.`);
    const lines = [headOf(traceId, nodes)];
    let length = lines[0]?.length ?? 0;
    for (let start = from - 1; start < nodes.length; start += AT_A_TIME) {
      const some = nodes.slice(start, start + AT_A_TIME);
      const contents = contentLength === 0 ? new Map() : await contentsOf(reads, traceId, some);
      for (const [place, node] of some.entries()) {
        const shown = nodeText(start + place + 1, node, contents.get(node.observation.id), contentLength);
        length += shown.length + 1;
        // The first one is always shown, so that reading on ends.
        if (length > MOST_OF_A_RESULT && lines.length > 1) {
          const next = start + place + 1;
          lines.push(
            `[Observations ${from} to ${next - 1} of ${nodes.length}. To read on, call read_trace with "from": ${next}.]`,
          );
          return resultOf(lines);
        }
        lines.push(shown);
      }
    }
    return resultOf(lines);
  },
});

function headOf(traceId: string, nodes: readonly Node[]): string {
  const observations = nodes.map(({ observation }) => observation);
  const { name, startTime, latency, userId, sessionId, environment, tags } = traceFields(topsAmong(observations));
  const failed = nodes.flatMap(({ observation: { level } }, place) => (level === "ERROR" ? [place + 1] : []));
  const facts = [
    secondsText(latency / 1_000),
    counted(nodes.length, "observation"),
    userId !== undefined && `user ${quoted(userId)}`,
    sessionId !== undefined && `session ${quoted(sessionId)}`,
    environment !== undefined && `environment ${quoted(environment)}`,
    tags.length > 0 && `tags ${quotedList(tags)}`,
    failed.length > 0 &&
      `failed: ${failed.slice(0, MOST_FAILED).join(", ")}${failed.length > MOST_FAILED ? ", …" : ""}`,
  ].filter((fact) => fact !== false);
  return `trace ${idText(traceId)}  ${quoted(name)}  ${new Date(startTime).toISOString()}\n${facts.join("; ")}\n`;
}

/**
 * Returns the observations in the order of the tree. One whose parent is missing stands at the top, and so does one of a circle of
 * parents.
 */
function treeOf(observations: readonly ReadObservation[]): Node[] {
  const oldestFirst = observations.toSorted((one, other) => one.startTime.localeCompare(other.startTime));
  const children = Map.groupBy(oldestFirst, ({ parentObservationId }) => parentObservationId);
  const tops = topsAmong(oldestFirst);
  const placed = new Set<string>();
  const nodes: Node[] = [];
  for (const top of [...tops, ...oldestFirst]) {
    const waiting: Node[] = [{ observation: top, depth: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { observation, depth } = next;
      if (placed.has(observation.id)) continue;
      placed.add(observation.id);
      nodes.push(next);
      const below = (children.get(observation.id) ?? []).map((child) => ({ observation: child, depth: depth + 1 }));
      // The last one in is the first one out.
      waiting.push(...below.toReversed());
    }
  }
  return nodes;
}

/** Reads inputs and outputs, by the ids of the observations. */
async function contentsOf(
  reads: ApiReads,
  traceId: string,
  nodes: readonly Node[],
): Promise<ReadonlyMap<string, ReadObservation>> {
  const value = nodes.map(({ observation }) => observation.id);
  const which: Condition = { type: "stringOptions", column: "id", operator: "any of", value };
  const list = await reads.observationList([which], { traceId, fields: "core,io" }, AT_A_TIME);
  return new Map(list.map((observation) => [observation.id, observation]));
}

function nodeText(
  number: number,
  { observation, depth }: Node,
  contents: ReadObservation | undefined,
  most: number,
): string {
  const indent = "  ".repeat(Math.min(depth, DEEPEST_INDENT));
  const { input, output } = contents ?? {};
  const lines = [`${indent}${number}. ${observationLine(observation)}`];
  if (input != null) lines.push(`${indent}   in:  ${excerpt(conversationText(input, "user", most), most)}`);
  if (output != null) lines.push(`${indent}   out: ${excerpt(conversationText(output, "assistant", most), most)}`);
  return lines.join("\n");
}
