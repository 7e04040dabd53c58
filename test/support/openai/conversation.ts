import { recordingsOf, type Recording } from "./openai-recordings.ts";

const CONVERSATION = ["chat-basic", "chat-tools-parallel", "chat-stream-usage"];

/** Returns the recordings of the end-to-end application: one plain call, one with tools, one streamed. */
export function conversation(): Recording[] {
  const recordings = recordingsOf("chat.completions.create");
  return CONVERSATION.map((id) => recordings.find((recording) => recording.id === id)!);
}
