/** Keys of a run's metadata that set the user, the session or the prompt. They are not recorded as metadata. */
export const METADATA_KEYS = {
  userId: "svcUserId",
  sessionId: "svcSessionId",
  prompt: "svcPrompt",
} as const;

/** Keys by which applications and LangGraph name a conversation. The conversation is the session where no setting names one. */
const SESSION_KEYS: readonly string[] = ["session_id", "thread_id"];

/** Tag by which LangGraph and LangSmith mark a run as hidden. */
export const HIDDEN_TAG = "langsmith:hidden";

const RESERVED: ReadonlySet<string> = new Set(Object.values(METADATA_KEYS));

type Metadata = Readonly<Record<string, unknown>>;

/** Returns the metadata to record for a run: its own without the reserved keys, and its tags. */
export function recordedMetadata(metadata: Metadata, tags: readonly string[]): Record<string, unknown> {
  const recorded: Record<string, unknown> = tags.length > 0 ? { tags } : {};
  for (const [key, value] of Object.entries(metadata)) if (!RESERVED.has(key)) recorded[key] = value;
  return recorded;
}

/** Returns the session that a run's metadata names under LangChain's own keys; undefined without such a key. */
export function conversationOf(metadata: Metadata): string | undefined {
  for (const key of SESSION_KEYS) {
    const value = metadata[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}
