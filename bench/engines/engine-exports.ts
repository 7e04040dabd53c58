import * as GenAi from "@svc/core/internal/gen-ai";
import { gzipSync } from "node:zlib";
import { protobufExport, type TestSpan, type Value } from "../../test/support/server/otlp-calls.ts";
import { createContents, createRandom } from "../contender/observation-content.ts";

/** Spans of one export. */
export const BATCH = 512;

/** Spans of one trace: an agent, its calls of a model, and its calls of tools. */
export const TRACE = 16;

/** Time from the start of one trace to that of the next, in milliseconds. An export is less than a day, as that of an application is. */
const STEP = 1_200_000;

const MODELS = ["gpt-5-mini", "gpt-4o-mini", "gpt-4o"];

/** Body of an export, and its length before compression. */
export interface EngineExport {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly plainBytes: number;
}

/** Returns the functions that make exports whose first trace starts at `start`, in milliseconds since 1970. */
export function exportsFrom(start: number): (batch: number) => EngineExport {
  const words = createContents().flatMap(({ input }) => JSON.stringify(input).split(" "));
  return (batch) => {
    const random = createRandom(batch + 1);
    const text = (length: number): string => {
      let made = "";
      while (made.length < length) made += `${words[Math.floor(random() * words.length)]!} `;
      return made;
    };
    const spans = Array.from({ length: BATCH }, (_, i) => createSpan(batch * BATCH + i, start, text));
    const resource = { "service.name": "support-agent", "service.version": "1.4.2", "host.name": "worker-1" };
    const plain = protobufExport({ spans, resource });
    return { body: new Uint8Array(gzipSync(plain, { level: 1 })), plainBytes: plain.length };
  };
}

export function traceId(trace: number): string {
  return (trace + 1).toString(16).padStart(32, "0");
}

function createSpan(n: number, from: number, text: (length: number) => string): TestSpan {
  const [trace, place] = [Math.floor(n / TRACE), n % TRACE];
  const start = from + trace * STEP + place * 900;
  const own = place === 0 ? agent(text) : place % 3 === 0 ? tool(n, text) : chat(n, text);
  return {
    traceId: traceId(trace),
    spanId: (n + 1).toString(16).padStart(16, "0"),
    parentSpanId: place === 0 ? "" : (n - place + 1).toString(16).padStart(16, "0"),
    name: own.name,
    start,
    end: start + (place === 0 ? TRACE * 900 : 200 + (n % 597)),
    attributes: {
      ...own.attributes,
      [GenAi.CONVERSATION_ID]: `conversation-${Math.floor(trace / 4)}`,
      "user.id": `user-${trace % 500}`,
      "deployment.environment.name": "production",
      "app.tenant": `tenant-${trace % 40}`,
      "app.route": "tickets/answer",
    },
  };
}

/** Name and attributes of one kind of span. */
interface Kind {
  readonly name: string;
  readonly attributes: Record<string, Value>;
}

function agent(text: (length: number) => string): Kind {
  return {
    name: "invoke_agent support",
    attributes: {
      [GenAi.OPERATION_NAME]: "invoke_agent",
      [GenAi.PROVIDER_NAME]: "openai",
      ...messages(text, 200, 400),
    },
  };
}

function chat(n: number, text: (length: number) => string): Kind {
  const model = MODELS[n % MODELS.length]!;
  return {
    name: `chat ${model}`,
    attributes: {
      [GenAi.OPERATION_NAME]: "chat",
      [GenAi.PROVIDER_NAME]: "openai",
      [GenAi.REQUEST_MODEL]: model,
      [GenAi.REQUEST_TEMPERATURE]: 0.2,
      [GenAi.REQUEST_MAX_TOKENS]: 800,
      [GenAi.RESPONSE_MODEL]: model,
      [GenAi.RESPONSE_ID]: `chatcmpl-${n.toString(36).padStart(12, "x")}`,
      [GenAi.RESPONSE_FINISH_REASONS]: ["stop"],
      [GenAi.USAGE_INPUT_TOKENS]: 140 + (n % 50),
      [GenAi.USAGE_OUTPUT_TOKENS]: 80 + (n % 30),
      ...messages(text, 600, 380),
    },
  };
}

function tool(n: number, text: (length: number) => string): Kind {
  return {
    name: "execute_tool search_tickets",
    attributes: {
      [GenAi.OPERATION_NAME]: "execute_tool",
      [GenAi.TOOL_NAME]: "search_tickets",
      [GenAi.TOOL_CALL_ID]: `call-${n}`,
      [GenAi.TOOL_CALL_ARGUMENTS]: JSON.stringify({ query: text(60), limit: 5 }),
      [GenAi.TOOL_CALL_RESULT]: JSON.stringify({ tickets: [text(150), text(150)] }),
    },
  };
}

function messages(text: (length: number) => string, input: number, output: number): Record<string, Value> {
  const message = (role: string, length: number): object => ({
    role,
    parts: [{ type: "text", content: text(length) }],
  });
  return {
    [GenAi.INPUT_MESSAGES]: JSON.stringify([message("user", input)]),
    [GenAi.OUTPUT_MESSAGES]: JSON.stringify([{ ...message("assistant", output), finish_reason: "stop" }]),
  };
}
