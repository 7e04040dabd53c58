import type { ObservedCall } from "./observed-call.ts";

/** Receiver of the answer that a promise or a stream brings to the application. */
export type AnswerReceiver = Pick<
  ObservedCall,
  | "recordAnswer"
  | "end"
  | "endUnread"
  | "forgetRequest"
  | "hasEnded"
  | "hideUsage"
  | "isAnswerWanted"
  | "isForeign"
  | "isStreaming"
  | "noteFirstChunk"
  | "noteFirstContent"
  | "noteHeaders"
  | "operation"
  | "readable"
  | "reader"
  | "endFailed"
  | "endRead"
  | "signal"
  | "endStream"
  | "endBrokenStream"
>;
