import type { Shown } from "./programs.ts";
import type { BackendSpan, Tokens } from "./server.ts";

/** Columns of the table, and what a backend does not show of a program: nothing when the cell is whole. Undefined for a column without a meaning there. */
export const CELLS: ReadonlyArray<
  readonly [name: string, lacks: (spans: readonly BackendSpan[], shown: Shown) => string[] | undefined]
> = [
  ["messages", lackingMessages],
  ["tools", lackingTools],
  ["agents", lackingAgents],
  ["tokens", lackingTokens],
  [
    "cost",
    (spans, { calls }) => (calls === undefined ? undefined : without("cost", !spans.some(({ cost }) => cost > 0))),
  ],
  [
    "session",
    (spans, { session }) =>
      session === undefined ? undefined : without("session", !spans.some((span) => span.session === session)),
  ],
  [
    "failure",
    (spans, { failure }) =>
      failure === undefined ? undefined : without("failure", !spans.some(({ isError }) => isError)),
  ],
];

/** Tokens of each answer of the stand-in. */
const CALL: Readonly<Record<keyof Tokens, number>> = { input: 100, output: 50, cached: 40, reasoning: 20 };

/** Returns the number of spans that the backend does not know as part of an application with language models. */
export function noiseIn(spans: readonly BackendSpan[]): number {
  return spans.filter(({ kind }) => kind === "").length;
}

const without = (name: string, isLacking: boolean): string[] => (isLacking ? [name] : []);

const isModel = ({ kind }: BackendSpan): boolean => kind === "llm";

function lackingMessages(spans: readonly BackendSpan[], { asked, answered, calls, failure }: Shown): string[] {
  const holders = calls === undefined && failure === undefined ? spans : spans.filter(isModel);
  return [
    ...without("input", !asked.every((text) => holders.some(({ input }) => input.includes(text)))),
    ...without("output", !answered.every((text) => holders.some(({ output }) => output.includes(text)))),
  ];
}

function lackingTools(spans: readonly BackendSpan[], { tools }: Shown): string[] | undefined {
  if (tools === undefined) return undefined;
  const models = spans.filter(isModel);
  const lacks = {
    definitions: !models.some((span) => span.tools.includes("get_weather") && span.tools.includes("city")),
    conversation:
      !models.some(({ output }) => output.includes("get_weather")) ||
      !models.some(({ input }) => input.includes("celsius")),
    span: !spans.some(
      ({ kind, input, output }) => kind === "tool" && input.includes("Paris") && output.includes("celsius"),
    ),
  };
  return tools.filter((what) => lacks[what]);
}

function lackingAgents(spans: readonly BackendSpan[], { agents }: Shown): string[] | undefined {
  return agents?.filter(
    (agent) =>
      !spans.some(
        ({ kind, name, input, output }) => kind === "agent" && name.includes(agent) && input !== "" && output !== "",
      ),
  );
}

function lackingTokens(spans: readonly BackendSpan[], { calls, embedded }: Shown): string[] | undefined {
  if (embedded !== undefined)
    return without("input", !spans.some(({ kind, tokens }) => kind === "embedding" && tokens.input === embedded));
  if (calls === undefined) return undefined;
  const models = spans.filter(isModel);
  return (Object.keys(CALL) as (keyof Tokens)[]).flatMap((name) => {
    const sum = models.reduce((total, { tokens }) => total + (tokens[name] ?? 0), 0);
    if (sum === CALL[name] * calls) return [];
    return [sum === 0 ? name : `${name} ${sum}, not ${CALL[name] * calls}`];
  });
}
