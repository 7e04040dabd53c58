import { context, type Attributes, type Context } from "@opentelemetry/api";
import {
  capturedContent,
  isFields,
  listOf,
  readUsage,
  reportedCallIn,
  reportEveryOtherCall,
  textOf,
} from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  dataIn,
  ownData,
  providerAttribute,
  reasonsAttribute,
  safeRecorder,
  Step,
  textAttribute,
} from "@svc/instrumentation";
import { CallCount } from "./call-count.ts";

/** Model call that an event has reported the start of. */
interface OpenCall {
  readonly context: Context;
  readonly startTime: number;
  readonly messages: unknown;
}

/** Maximum number of open calls. Above it, the oldest is forgotten: its stream was left or its call failed. */
const MAX_OPEN = 1000;

const open = new Map<string, OpenCall>();
const record = safeRecorder({ name: "llamaindex" }, "a model call");

let isOutsideCounted = false;

/**
 * Hears of an event of a callback manager when it is dispatched. A model call that the instrumentation of no provider has recorded
 * becomes a generation when it ends.
 */
export function hearEvent(event: unknown, detail: unknown): void {
  if (event !== "llm-start" && event !== "llm-end") return;
  record(() => {
    const id = textOf(ownData(detail, "id"));
    if (id === undefined) return;
    if (event === "llm-start") start(id, detail);
    else end(id, detail);
  });
}

function start(id: string, detail: unknown): void {
  if (!isOutsideCounted) {
    isOutsideCounted = true;
    reportEveryOtherCall(new CallCount());
  }
  const messages = capturedContent().inputs ? dataIn(ownData(detail, "messages")) : undefined;
  open.set(id, { context: context.active(), startTime: Date.now(), messages });
  if (open.size > MAX_OPEN) open.delete(open.keys().next().value!);
}

function end(id: string, detail: unknown): void {
  const call = open.get(id);
  open.delete(id);
  if (call === undefined || countFor(call.context)?.claim() === true) return;
  const response = ownData(detail, "response");
  const raw = rawAnswer(ownData(response, "raw"));
  const model = textOf(ownData(raw, "model"));
  const { startTime, messages } = call;
  const step = new Step(model === undefined ? "chat" : `chat ${model}`, "generation", call.context, { startTime });
  const usage = readUsage(ownData(raw, "usage"))?.kinds;
  step.update({
    ...(model !== undefined && { model }),
    ...(usage !== undefined && { usageDetails: usage }),
    conventions: answerAttributes(raw, model),
    input: messages,
    output: step.content.outputs ? dataIn(ownData(response, "message")) : undefined,
  });
  step.end();
}

/** Providers by a field that only their answers have, and its beginning. */
const PROVIDERS: ReadonlyArray<readonly [field: string, pattern: RegExp, provider: string]> = [
  ["object", /^(?:chat\.completion|response)/, "openai"],
  ["type", /^message$/, "anthropic"],
];

/** Returns what an answer tells of itself. The class of a model is not known: an answer in the form of a provider counts as its own. */
function answerAttributes(raw: unknown, model: string | undefined): Attributes {
  const [, , provider] = PROVIDERS.find(([field, pattern]) => pattern.test(String(ownData(raw, field)))) ?? [];
  const reasons = listOf(ownData(raw, "choices")).map((choice) => ownData(choice, "finish_reason"));
  return {
    ...providerAttribute(provider),
    ...textAttribute(GenAi.REQUEST_MODEL, model),
    ...textAttribute(GenAi.RESPONSE_MODEL, model),
    ...textAttribute(GenAi.RESPONSE_ID, ownData(raw, "id")),
    ...reasonsAttribute(...reasons, ownData(raw, "stop_reason")),
  };
}

function countFor(ctx: Context): CallCount | undefined {
  const reported = reportedCallIn(ctx);
  return reported instanceof CallCount ? reported : undefined;
}

/** Returns the provider's answer, that of the last chunk where there are several. */
function rawAnswer(raw: unknown): unknown {
  if (!Array.isArray(raw)) return raw;
  const chunks = raw.map((chunk) => ownData(chunk, "raw"));
  return chunks.findLast((chunk) => isFields(ownData(chunk, "usage"))) ?? chunks.at(-1);
}
