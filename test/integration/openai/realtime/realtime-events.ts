import type { ApiEvent, Peer } from "./realtime-server.ts";

const FORMAT = { type: "audio/pcm", rate: 24_000 };
const PCM_SECOND = 48_000;

/** Returns sound of this length in base64: PCM16 at 24 kHz, each sample of this value. */
export function pcm(seconds: number, value: number): string {
  const samples = new Int16Array((seconds * PCM_SECOND) / 2).fill(value);
  return Buffer.from(samples.buffer).toString("base64");
}

/** Session as the server reports it. */
export function session(fields: object = {}): object {
  return {
    type: "realtime",
    object: "realtime.session",
    id: "sess_1",
    model: "gpt-realtime",
    output_modalities: ["audio"],
    instructions: "Be short.",
    tools: [{ type: "function", name: "get_weather", parameters: { type: "object" } }],
    tool_choice: "auto",
    max_output_tokens: "inf",
    audio: {
      input: { format: FORMAT, transcription: null, turn_detection: { type: "server_vad" } },
      output: { format: FORMAT, voice: "alloy", speed: 1 },
    },
    ...fields,
  };
}

/** Events of an item that has joined the conversation. */
export function itemEvents(item: object): ApiEvent[] {
  return [
    { type: "conversation.item.added", previous_item_id: null, item },
    { type: "conversation.item.done", previous_item_id: null, item },
  ];
}

export function userMessage(id: string, text: string): object {
  const content = [{ type: "input_text", text }];
  return { id, type: "message", status: "completed", role: "user", content };
}

/** Response as the server reports it. */
export function response(id: string, fields: object = {}): object {
  return {
    object: "realtime.response",
    id,
    status: "in_progress",
    status_details: null,
    output: [],
    conversation_id: "conv_1",
    output_modalities: ["audio"],
    max_output_tokens: "inf",
    audio: { output: { format: FORMAT, voice: "alloy" } },
    usage: null,
    metadata: null,
    ...fields,
  };
}

/** Message of the assistant with the words of its sound. */
export function spokenMessage(id: string, transcript: string, status = "completed"): object {
  return { id, type: "message", status, role: "assistant", content: [{ type: "output_audio", transcript }] };
}

/** Usage of a response: 100 tokens in, of which 40 sound and 50 from the cache (10 of them sound), 30 out, of which 20 sound. */
export const USAGE = {
  total_tokens: 130,
  input_tokens: 100,
  output_tokens: 30,
  input_token_details: {
    text_tokens: 60,
    audio_tokens: 40,
    image_tokens: 0,
    cached_tokens: 50,
    cached_tokens_details: { text_tokens: 40, audio_tokens: 10, image_tokens: 0 },
  },
  output_token_details: { text_tokens: 10, audio_tokens: 20 },
};

/** Events of a response that speaks, up to its last item. */
export function speaking(id: string, itemId: string, words: readonly string[], sound: readonly string[]): ApiEvent[] {
  const place = { response_id: id, item_id: itemId, output_index: 0, content_index: 0 };
  const started = { ...spokenMessage(itemId, "", "in_progress"), content: [] };
  return [
    { type: "response.created", response: response(id) },
    { type: "response.output_item.added", response_id: id, output_index: 0, item: started },
    { type: "conversation.item.added", previous_item_id: null, item: started },
    { type: "response.content_part.added", ...place, part: { type: "audio", transcript: "" } },
    ...words.map((delta) => ({ type: "response.output_audio_transcript.delta", ...place, delta })),
    ...sound.map((delta) => ({ type: "response.output_audio.delta", ...place, delta })),
  ];
}

/** Events of a response that has spoken. */
export function spoken(id: string, itemId: string, words: readonly string[], sound: readonly string[]): ApiEvent[] {
  const item = spokenMessage(itemId, words.join(""));
  return [
    ...speaking(id, itemId, words, sound),
    { type: "response.output_item.done", response_id: id, output_index: 0, item },
    { type: "conversation.item.done", previous_item_id: null, item },
    { type: "response.done", response: response(id, { status: "completed", output: [item], usage: USAGE }) },
  ];
}

/** Events of a response that calls a tool. */
export function toolCall(id: string, itemId: string): ApiEvent[] {
  const item = { id: itemId, type: "function_call", name: "get_weather", call_id: "call_1" };
  const place = { response_id: id, item_id: itemId, output_index: 0, call_id: "call_1" };
  const whole = { ...item, status: "completed", arguments: '{"city":"Oslo"}' };
  const started = { ...item, status: "in_progress", arguments: "" };
  return [
    { type: "response.created", response: response(id) },
    { type: "response.output_item.added", response_id: id, output_index: 0, item: started },
    { type: "conversation.item.added", previous_item_id: null, item: started },
    { type: "response.function_call_arguments.delta", ...place, delta: '{"city":' },
    { type: "response.function_call_arguments.delta", ...place, delta: '"Oslo"}' },
    { type: "response.output_item.done", response_id: id, output_index: 0, item: whole },
    { type: "response.done", response: response(id, { status: "completed", output: [whole], usage: USAGE }) },
  ];
}

export function open(peer: Peer, fields: object = {}): void {
  peer.send({ type: "session.created", event_id: "event_1", session: session(fields) });
}
