import { SvcOtelSpanAttributes as svc, type Fields } from "@svc/core/internal";
import { isoTime } from "../http/iso-time.ts";
import { otlpAttributes } from "../ingest/span-export.ts";
import type { Answer } from "./answer.ts";
import { openaiMessages } from "./providers/openai-chat.ts";
import type { RunRequest } from "./run-request.ts";
import type { SecretFilter } from "./secret-filter.ts";

/** Name of the trace of every run, and tag of it. */
const NAME = "playground";

export interface RunResult {
  readonly traceId: string;
  readonly observationId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly answer: Answer;
  /** Reason why the answer is missing or not complete. */
  readonly problem: string | undefined;
  /** True when somebody stopped the run. */
  readonly wasStopped: boolean;
}

/** Returns a run as an OTLP trace export in JSON, as an application would send it. */
export function runExport(run: RunRequest, result: RunResult, filter: SecretFilter): Uint8Array<ArrayBuffer> {
  const { answer, problem, wasStopped } = result;
  const attributes: Array<readonly [string, unknown]> = [
    [svc.OBSERVATION_TYPE, "generation"],
    [svc.TRACE_NAME, NAME],
    [svc.TRACE_TAGS, [NAME]],
    [svc.ENVIRONMENT, NAME],
    [svc.OBSERVATION_INPUT, JSON.stringify(inputOf(run))],
    [svc.OBSERVATION_OUTPUT, JSON.stringify(outputOf(answer))],
    [svc.OBSERVATION_MODEL, answer.model ?? run.model],
    [svc.OBSERVATION_MODEL_PARAMETERS, JSON.stringify(parametersOf(run))],
    [svc.OBSERVATION_USAGE_DETAILS, answer.usage === undefined ? null : JSON.stringify(answer.usage)],
    [svc.OBSERVATION_COMPLETION_START_TIME, answer.firstPieceAt === undefined ? null : isoTime(answer.firstPieceAt)],
    [svc.OBSERVATION_PROMPT_NAME, run.prompt?.name ?? null],
    [svc.OBSERVATION_PROMPT_VERSION, run.prompt?.version ?? null],
    [svc.OBSERVATION_LEVEL, problem === undefined ? (wasStopped ? "WARNING" : null) : "ERROR"],
    [svc.OBSERVATION_STATUS_MESSAGE, problem ?? (wasStopped ? "Stopped in the playground" : null)],
    ...metadataOf(run, answer).map(([key, value]) => [`${svc.OBSERVATION_METADATA}.${key}`, value] as const),
  ];
  const span = {
    traceId: result.traceId,
    spanId: result.observationId,
    name: run.prompt?.name ?? NAME,
    startTimeUnixNano: `${result.startedAt}000000`,
    endTimeUnixNano: `${result.endedAt}000000`,
    // A provider can repeat the key in each of its fields, such as the name of the model.
    attributes: otlpAttributes(
      attributes.map(([key, value]) => [key, typeof value === "string" ? filter.clean(value) : value] as const),
    ),
    status: { code: problem === undefined ? 0 : 2 },
  };
  const scope = { name: "svc-server" };
  return new TextEncoder().encode(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope, spans: [span] }] }] }));
}

function inputOf({ messages, tools = [] }: RunRequest): unknown {
  const list = openaiMessages(messages);
  return tools.length === 0
    ? list
    : { messages: list, tools: tools.map((tool) => ({ type: "function", function: tool })) };
}

function outputOf({ text, thinking, toolCalls }: Answer): Fields {
  const calls = toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: given },
  }));
  return {
    role: "assistant",
    content: text,
    ...(thinking !== "" && { reasoning_content: thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function parametersOf({ parameters, extra }: RunRequest): Fields {
  return { ...parameters, ...extra };
}

function metadataOf({ connection, original }: RunRequest, answer: Answer): Array<readonly [string, string]> {
  return [
    ["playground.connection", connection],
    ...(answer.finishReason === undefined ? [] : [["finish_reason", answer.finishReason] as const]),
    ...(original === undefined
      ? []
      : ([
          ["playground.original_trace_id", original.traceId],
          ["playground.original_observation_id", original.observationId],
        ] as const)),
  ];
}
