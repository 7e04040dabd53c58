import type { Prompt } from "@svc/core/api";

/** Names that have to be given a value before a prompt is used. */
export interface TemplateVariables {
  readonly variables: readonly string[];
  /** Names of places for lists of messages. */
  readonly placeholders: readonly string[];
}

/** Variables and sections of a template. */
const TAG = /\{\{\{?\s*(?:[#^&]\s*)?([^\s{}#^&/!>=](?:[^{}]{0,198}[^\s{}])?)\s*\}\}/g;

/** Most names that are listed. */
const MOST = 100;

/** Returns the names in a prompt, each once, in their order. */
export function variablesOf(prompt: Prompt["prompt"]): TemplateVariables {
  const messages = typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;
  const variables = new Set<string>();
  const placeholders = new Set<string>();
  for (const message of messages) {
    if (!("content" in message)) placeholders.add(message.name);
    else for (const [, name = ""] of message.content.matchAll(TAG)) variables.add(name);
  }
  return { variables: [...variables].slice(0, MOST), placeholders: [...placeholders].slice(0, MOST) };
}
