import { type Amounts, allOutput } from "../answers.ts";
import { chatUsage, type Fields, responseUsage } from "../door.ts";
import { VECTOR, type Wire } from "./wire.ts";

export function chatWire(model: string, amounts: Amounts): Wire {
  return chatWireWith(model, chatUsage(amounts));
}

/** Answer of Mistral, which counts the tokens of a stream in its last chunk. */
export function mistralWire(model: string, amounts: Amounts): Wire {
  const { whole, events } = chatWire(model, amounts);
  const [first, last, { usage }] = events as [Fields, Fields, Fields];
  return { whole, events: [first, { ...last, usage }] };
}

/** Answer of xAI, which counts thoughts beside the completion. */
export function xaiWire(model: string, amounts: Amounts): Wire {
  const completion_tokens = allOutput(amounts) - amounts.reasoning;
  return chatWireWith(model, { ...chatUsage(amounts), completion_tokens });
}

function chatWireWith(model: string, usage: Fields): Wire {
  const base = { id: "chatcmpl-1", created: 1_775_734_997, model };
  const chunk = { ...base, object: "chat.completion.chunk" };
  const message = { role: "assistant", content: "Hi" };
  return {
    whole: {
      ...base,
      object: "chat.completion",
      system_fingerprint: null,
      choices: [{ index: 0, message, finish_reason: "stop", logprobs: null }],
      usage,
    },
    events: [
      { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
      { ...chunk, choices: [], usage },
    ],
  };
}

/** Answer of the older completions, which have texts in place of messages. */
export function completionWire(model: string, amounts: Amounts): Wire {
  const usage = chatUsage(amounts);
  const base = { id: "cmpl-1", object: "text_completion", created: 1_775_734_997, model };
  const choice = { index: 0, text: "Hi", logprobs: null };
  return {
    whole: { ...base, choices: [{ ...choice, finish_reason: "stop" }], usage },
    events: [
      { ...base, choices: [{ ...choice, finish_reason: null }] },
      { ...base, choices: [{ ...choice, text: "", finish_reason: "stop" }], usage },
    ],
  };
}

/** Settings that every response repeats. */
const SETTINGS: Fields = {
  completed_at: null,
  error: null,
  frequency_penalty: 0,
  incomplete_details: null,
  instructions: null,
  metadata: null,
  parallel_tool_calls: true,
  presence_penalty: 0,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
};

export function responseWire(model: string, amounts: Amounts): Wire {
  const part = { type: "output_text", text: "Hi", annotations: [] };
  const item = { id: "msg_1", type: "message", status: "completed", role: "assistant", content: [part] };
  const started = {
    id: "resp_1",
    object: "response",
    created_at: 1_775_734_997,
    status: "in_progress",
    model,
    output: [] as Fields[],
    ...SETTINGS,
  };
  const whole = {
    ...started,
    status: "completed",
    completed_at: 1_775_734_998,
    output: [item],
    usage: responseUsage(amounts),
  };
  const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const events: readonly Fields[] = [
    { type: "response.created", response: started },
    { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress", content: [] } },
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    { type: "response.output_text.delta", ...place, delta: "Hi", logprobs: [] },
    { type: "response.output_text.done", ...place, text: "Hi" },
    { type: "response.content_part.done", ...place, part },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: whole },
  ];
  return { whole, events: events.map((event, index) => Object.assign({ sequence_number: index }, event)) };
}

export function imageWire(_model: string, amounts: Amounts): Wire {
  const image = { b64_json: "AA==" };
  const usage = responseUsage(amounts);
  return {
    whole: { created: 1_775_734_997, data: [image], usage },
    events: [{ type: "image_generation.completed", ...image, usage }],
  };
}

export function embeddingWire(model: string, { fresh }: Amounts): Wire {
  const data = [{ object: "embedding", index: 0, embedding: VECTOR }];
  const usage = { prompt_tokens: fresh, total_tokens: fresh };
  return { whole: { id: "e1", object: "list", data, model, usage }, events: [] };
}
