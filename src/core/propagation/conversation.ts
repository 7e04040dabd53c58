import { createContextKey, type Context } from "@opentelemetry/api";
import { textOf } from "../values/fields.ts";
import { SvcOtelContextKeys } from "./propagated-fields.ts";

/** Context key of the conversation that a framework names: a thread of a graph, or a group of traces. */
const CONVERSATION: symbol = /* @__PURE__ */ createContextKey("svc_conversation");

/** Returns a context inside this conversation; the same context without one. */
export function withConversation(ctx: Context, id: string | undefined): Context {
  return id === undefined || ctx.getValue(CONVERSATION) === id ? ctx : ctx.setValue(CONVERSATION, id);
}

/** Returns the conversation that a framework names in this context, else the session; undefined if none. */
export function conversationIn(ctx: Context): string | undefined {
  return textOf(ctx.getValue(CONVERSATION)) ?? textOf(ctx.getValue(SvcOtelContextKeys.sessionId));
}
