import type { Prompt } from "@svc/core/api";

/** Returns the content of a version as one text, a message below its role, to compare it with another version. */
export function promptText({ prompt }: Prompt): string {
  if (typeof prompt === "string") return prompt;
  return prompt
    .map((message) =>
      "content" in message ? `[${message.role}]\n${message.content}` : `[placeholder ${message.name}]`,
    )
    .join("\n\n");
}

/** Returns a config as text to read or to change. */
export function configText(config: unknown): string {
  return JSON.stringify(config, null, 2);
}

/** Returns true for a config that says nothing. */
export function isEmptyConfig(config: unknown): boolean {
  return config == null || (typeof config === "object" && Object.keys(config).length === 0);
}
