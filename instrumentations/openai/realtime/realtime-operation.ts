import { isFields, readUsage, textOf, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  aloneOrWith,
  type Answer,
  type AttributeTable,
  inBandFailure,
  type Library,
  type Operation,
  ownData,
  pick,
} from "@svc/instrumentation";
import { OPENAI } from "../library.ts";
import { endpointAt } from "../provider-hosts.ts";

/** Fields of a session or of a `response.create` that are recorded as part of the input, besides the items. */
const GIVEN_FIELDS = ["instructions", "prompt", "tools", "tool_choice"] as const;

/** Fields of a session or of a `response.create` that are recorded as model parameters. */
const PARAMETERS = [
  "include",
  "input_audio_format",
  "max_output_tokens",
  "max_response_output_tokens",
  "modalities",
  "output_audio_format",
  "output_modalities",
  "parallel_tool_calls",
  "reasoning",
  "speed",
  "temperature",
  "truncation",
  "turn_detection",
  "voice",
] as const;

const SESSION: AttributeTable = new Map([["session_id", { attribute: GenAi.LIVE_SESSION_ID, before: [] }]]);

/** Client of a Realtime session. Its address is the one of its socket. */
const REALTIME: Library = {
  ...OPENAI,
  endpointOf: (client) => endpointAt(addressOf(client)),
  requestAttributes: new Map([...OPENAI.requestAttributes, ...SESSION]),
};

/** Response of a Realtime session. */
export const realtimeInference: Operation = {
  library: REALTIME,
  name: "realtime_inference",
  type: "generation",
  attributes: { "openai.api.type": "realtime" },
  path: "",
  parameters: new Set(PARAMETERS),
  input: (request) => aloneOrWith(request, "input", GIVEN_FIELDS),
  answer: realtimeAnswer,
};

/** Transcription of the speech of one message of a Realtime session. */
export const realtimeTranscription: Operation = {
  library: REALTIME,
  name: "transcription",
  type: "generation",
  attributes: { "openai.api.type": "realtime", [GenAi.OUTPUT_TYPE]: "text" },
  path: "",
  parameters: new Set(["language", "delay"]),
  input: (request) => request.input,
  answer: () => ({}),
};

/** Returns the fields of a session that ask for transcriptions; undefined where there are none. */
export function transcriptionOf(session: Fields): Fields | undefined {
  const { audio } = session;
  const input = isFields(audio) && isFields(audio.input) ? audio.input : undefined;
  const transcription = input?.transcription ?? session.input_audio_transcription;
  return isFields(transcription) ? pick(transcription, ["model", "language", "delay"]) : undefined;
}

/** Returns true for a session that transcribes and makes no responses. */
export function isTranscribing({ type, object }: Fields): boolean {
  return type === "transcription" || object === "realtime.transcription_session";
}

/** Returns the fields of a session, or of the parameters of a response, that are part of the request. */
export function requestFields(given: Fields): Record<string, unknown> {
  const { audio, max_output_tokens: limit } = given;
  const output = isFields(audio) && isFields(audio.output) ? audio.output : {};
  const input = isFields(audio) && isFields(audio.input) ? audio.input : {};
  return {
    ...pick(input, ["turn_detection"]),
    ...pick(output, ["voice", "speed"]),
    ...pick(given, ["model", ...GIVEN_FIELDS, ...PARAMETERS]),
    // "inf" stands for no limit.
    ...(typeof limit === "string" && { max_output_tokens: undefined }),
  };
}

/** Returns the address of a client's socket, as a base URL has it. */
function addressOf(client: unknown): string {
  const url = ownData(client, "url");
  return url instanceof URL ? url.href.replace(/^ws/, "http") : "";
}

function realtimeAnswer(response: unknown): Answer {
  if (!isFields(response)) return {};
  const { status, status_details: details } = response;
  const reason = isFields(details) ? textOf(details.reason) : undefined;
  const conversationId = textOf(response.conversation_id);
  return {
    usage: readUsage(response.usage),
    responseId: textOf(response.id),
    isFinished: status === "completed",
    incompleteReason: status === "incomplete" ? (reason ?? "no reason given") : undefined,
    conversationId,
    metadata: { status, status_reason: reason, conversation_id: conversationId },
    failure:
      status === "failed"
        ? (inBandFailure(isFields(details) ? details.error : undefined) ?? {
            type: "failed",
            message: "The response failed",
          })
        : undefined,
  };
}
