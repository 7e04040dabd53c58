import type { CreatePromptRequest, Prompt } from "@svc/core/api";
import { templateProblem, parseExactJson } from "@svc/core/internal";
import { type EditedMessage, PLACEHOLDER, editedMessage } from "../conversation/edited-message.ts";
import { configText } from "./prompt-text.ts";

/** Content of a form for a version of a prompt, as it was typed. */
export interface PromptDraft {
  readonly name: string;
  readonly type: "text" | "chat";
  readonly text: string;
  readonly messages: readonly EditedMessage[];
  /** JSON text. */
  readonly config: string;
  /** Names, separated by commas, as are the tags. */
  readonly labels: string;
  readonly tags: string;
  readonly commitMessage: string;
}

/** Reasons why fields of a draft cannot be used. */
export type DraftProblems = { -readonly [Field in keyof PromptDraft]?: string | undefined };

/** Returns the draft of the version after `base`, or of a new prompt. */
export function draftOf(base: Prompt | undefined): PromptDraft {
  const prompt = base?.prompt ?? "";
  return {
    name: base?.name ?? "",
    type: base?.type ?? "text",
    text: typeof prompt === "string" ? prompt : "",
    messages:
      typeof prompt === "string"
        ? [editedMessage("system", ""), editedMessage("user", "")]
        : prompt.map((message) =>
            "content" in message
              ? editedMessage(message.role, message.content)
              : editedMessage(PLACEHOLDER, message.name),
          ),
    config: configText(base?.config ?? {}),
    labels: "",
    tags: base?.tags.join(", ") ?? "",
    commitMessage: "",
  };
}

/** Returns the problems of a draft that the page can tell; the service checks everything. */
export function problemsOf({ name, type, text, messages, config, labels }: PromptDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (name.trim() === "") problems.name = "A name is expected";
  if (type === "chat" && messages.length === 0) problems.messages = "At least one message is expected";
  if (messages.some(({ role, text }) => role === PLACEHOLDER && text.trim() === "")) {
    problems.messages = "Every placeholder needs a name";
  }
  if (type === "text") problems.text = templateProblem(text);
  else problems.messages ??= problemOfMessages(messages);
  const wrong = namesIn(labels).find((label) => !/^[a-z0-9_.-]{1,36}$/.test(label) || label === "latest");
  if (wrong !== undefined) {
    problems.labels =
      wrong === "latest"
        ? "latest is set by the service"
        : `${wrong}: up to 36 of a to z, 0 to 9, - _ and . are expected`;
  }
  try {
    JSON.parse(config);
  } catch (error) {
    problems.config = `This is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : "unknown reason"}`;
  }
  return problems;
}

function problemOfMessages(messages: readonly EditedMessage[]): string | undefined {
  for (const [index, { role, text }] of messages.entries()) {
    const problem = role === PLACEHOLDER ? undefined : templateProblem(text);
    if (problem !== undefined) return `Message ${index + 1}, ${problem}`;
  }
  return undefined;
}

/** Returns the request that creates the version of a draft without problems. */
export function requestOf(draft: PromptDraft): CreatePromptRequest {
  const { commitMessage } = draft;
  const fields = {
    name: draft.name.trim(),
    config: parseExactJson(draft.config),
    labels: namesIn(draft.labels),
    tags: namesIn(draft.tags),
    commitMessage: commitMessage.trim() === "" ? null : commitMessage.trim(),
  };
  if (draft.type === "text") return { ...fields, type: "text", prompt: draft.text };
  const prompt = draft.messages.map(({ role, text }) =>
    role === PLACEHOLDER ? ({ type: PLACEHOLDER, name: text.trim() } as const) : { role, content: text },
  );
  return { ...fields, type: "chat", prompt };
}

function namesIn(list: string): string[] {
  return [...new Set(list.split(",").map((name) => name.trim()))].filter((name) => name !== "");
}
