import type { Context } from "@opentelemetry/api";
import { globalState } from "../runtime/global-state.ts";

/** Framework that has another process ask for its tools, by a protocol that carries the ids of their calls. */
export interface ToolAnnouncer {
  /** Returns the context inside the observation of the tool call with this id; undefined for a call that is not known yet. */
  contextOf(callId: string): Context | undefined;
}

/** Adds a framework that records calls of tools by their ids, until {@link stopAnnouncingTools}. */
export function announceTools(announcer: ToolAnnouncer): void {
  (globalState.toolAnnouncers ??= new Set()).add(announcer);
}

/** Removes a framework all of whose calls of tools have ended. */
export function stopAnnouncingTools(announcer: ToolAnnouncer): void {
  globalState.toolAnnouncers?.delete(announcer);
}

/** Returns true when a framework records calls of tools by their ids at present. */
export function areToolsAnnounced(): boolean {
  return (globalState.toolAnnouncers?.size ?? 0) > 0;
}

/** Returns the context inside the observation of the tool call with this id; undefined for one that no framework knows. */
export function announcedToolContext(callId: string): Context | undefined {
  for (const announcer of globalState.toolAnnouncers ?? []) {
    const found = announcer.contextOf(callId);
    if (found !== undefined) return found;
  }
  return undefined;
}
