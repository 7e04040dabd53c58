/** Keys of a run's metadata that say something about the trace or the prompt; they are not recorded as metadata. */
export const METADATA_KEYS = {
  userId: "svcUserId",
  sessionId: "svcSessionId",
  prompt: "svcPrompt",
} as const;

/** Keys by which applications and LangGraph name a conversation: the session where nothing else names one. */
const SESSION_KEYS: readonly string[] = ["session_id", "thread_id"];

/** The tag by which LangGraph and LangSmith mark a run that is of no interest. */
export const HIDDEN_TAG = "langsmith:hidden";

const RESERVED: ReadonlySet<string> = new Set(Object.values(METADATA_KEYS));

type Metadata = Readonly<Record<string, unknown>>;

/** The metadata to record of a run: its own without the reserved keys, and its tags. */
export function recordedMetadata(metadata: Metadata, tags: readonly string[]): Record<string, unknown> {
  const recorded: Record<string, unknown> = tags.length > 0 ? { tags } : {};
  for (const [key, value] of Object.entries(metadata)) if (!RESERVED.has(key)) recorded[key] = value;
  return recorded;
}

/** The session that a run's metadata names in LangChain's own ways. */
export function conversationOf(metadata: Metadata): string | undefined {
  for (const key of SESSION_KEYS) {
    const value = metadata[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}
