import type { ChatPrompt, PlaceholderMessage, Prompt, TextPrompt } from "@svc/core/api";
import { logger } from "@svc/core/internal";
import { literalContent, literalTemplate, toLangchainTemplate } from "./langchain-template.ts";
import {
  withTypes,
  type ChatMessage,
  type ChatMessageOrPlaceholder,
  type LangchainMessagesPlaceholder,
} from "./prompt-record.ts";
import { parseTemplate, type Template } from "./prompt-template.ts";
import { variableIn } from "./template-variables.ts";

/** Values of a prompt's variables. A variable without a value becomes empty. */
export type PromptVariables = Readonly<Record<string, unknown>>;

/** Messages for each placeholder, by its name. */
export type PromptPlaceholders = Readonly<Record<string, unknown>>;

/**
 * Version of a prompt. Given as `prompt` of a generation, it links the generation to that version; a fallback prompt is
 * not linked.
 */
class PromptClient<R extends Prompt> {
  /** Record of the prompt, as the service or the fallback gave it. */
  readonly promptResponse: R;
  readonly name: string;
  readonly version: number;
  readonly type: R["type"];
  readonly prompt: R["prompt"];
  readonly config: unknown;
  readonly labels: string[];
  readonly tags: string[];
  readonly commitMessage: string | null | undefined;
  /** True when the prompt is a fallback and not from the service. */
  readonly isFallback: boolean;

  constructor(record: R, isFallback = false) {
    this.promptResponse = record;
    this.name = record.name;
    this.version = record.version;
    this.type = record.type;
    this.prompt = record.prompt;
    this.config = record.config;
    this.labels = record.labels;
    this.tags = record.tags;
    this.commitMessage = record.commitMessage;
    this.isFallback = isFallback;
  }

  /** Returns the prompt as JSON text, which can be kept as a file of the fallback directory. */
  toJSON(): string {
    const { name, version, type, config, labels, tags, isFallback } = this;
    return JSON.stringify({ name, prompt: this.plainPrompt(), version, isFallback, tags, labels, type, config });
  }

  protected plainPrompt(): unknown {
    return this.prompt;
  }
}

export class TextPromptClient extends PromptClient<TextPrompt> {
  #template: Template | undefined;

  /**
   * Fills in the variables of the Mustache template: `{{name}}`, sections, comments. Values are not escaped; a missing
   * value becomes empty. Throws on a tag that is not closed.
   *
   * @example
   * const text = prompt.compile({ city: "Paris" });
   */
  compile(variables: PromptVariables = {}, _placeholders?: PromptPlaceholders): string {
    this.#template ??= parseTemplate(this.prompt);
    return this.#template(variables, (variable) => noteMissing(this.name, variable));
  }

  /**
   * Returns the text for LangChain's `PromptTemplate.fromTemplate`, which makes of it what {@link compile} makes of the
   * prompt: `{{name}}` becomes `{name}`, and all other braces are doubled. Throws on a section, which LangChain's templates
   * lack, and on a tag that is not closed.
   */
  getLangchainPrompt(_options?: { placeholders?: PromptPlaceholders }): string {
    return langchainTemplate(this.name, this.prompt);
  }
}

/**
 * Entry of a compiled chat prompt: a message, a placeholder without a value, or the JSON text of a value that is not a
 * list of messages.
 */
export type CompiledChatMessage = ChatMessageOrPlaceholder | string;

/** Message for LangChain. A type alias, since LangChain requires an index signature, which an interface lacks. */
export type LangchainMessage = { role: string; content: string };

/** Entry for LangChain's `ChatPromptTemplate.fromMessages`. */
export type LangchainChatMessage = LangchainMessage | LangchainMessagesPlaceholder | string;

/** Prompt of a list of messages, some of which may be placeholders. */
export class ChatPromptClient extends PromptClient<ChatPrompt> {
  #templates: Array<Template | undefined> | undefined;

  constructor(record: ChatPrompt, isFallback = false) {
    super({ ...record, prompt: withTypes(record.prompt) }, isFallback);
  }

  /**
   * Fills in the variables, and replaces placeholders by their messages. Those messages are data and stay as they are, tags
   * in them too. An empty list removes its placeholder. A placeholder without a value stays. A value that is not a list of
   * messages becomes JSON text. Throws on a tag that is not closed.
   */
  compile(variables: PromptVariables = {}, placeholders: PromptPlaceholders = {}): CompiledChatMessage[] {
    this.#templates ??= this.prompt.map((entry) => (isPlaceholder(entry) ? undefined : parseTemplate(entry.content)));
    const onMissing = (variable: string): void => noteMissing(this.name, variable);
    return this.prompt.flatMap((entry, index): CompiledChatMessage[] => {
      if (!isPlaceholder(entry)) {
        return [{ ...plainMessage(entry), content: this.#templates![index]!(variables, onMissing) }];
      }
      const given = variableIn(placeholders, entry.name);
      return given === undefined ? [entry] : messagesFor(entry.name, given);
    });
  }

  /**
   * Returns the messages for LangChain's `ChatPromptTemplate.fromMessages`, which makes of them what {@link compile} makes
   * of the prompt. Of messages for a placeholder, role and content remain. Throws on a section, which LangChain's templates
   * lack, and on a tag that is not closed.
   */
  getLangchainPrompt({ placeholders = {} }: { placeholders?: PromptPlaceholders } = {}): LangchainChatMessage[] {
    return this.prompt.flatMap((entry): LangchainChatMessage[] => {
      if (!isPlaceholder(entry)) return [{ role: entry.role, content: langchainTemplate(this.name, entry.content) }];
      const given = variableIn(placeholders, entry.name);
      if (given === undefined) return [["placeholder", `{${entry.name}}`]];
      return messagesFor(entry.name, given).map((message) =>
        typeof message === "string"
          ? literalTemplate(message)
          : { role: message.role, content: literalContent(message.content) as string },
      );
    });
  }

  protected override plainPrompt(): unknown {
    return this.prompt.map((entry) => (isPlaceholder(entry) ? entry : plainMessage(entry)));
  }
}

/** Creates a text or chat prompt client, by the type of the record. */
export function createPromptClient(record: Prompt, isFallback = false): TextPromptClient | ChatPromptClient {
  return record.type === "chat" ? new ChatPromptClient(record, isFallback) : new TextPromptClient(record, isFallback);
}

function noteMissing(prompt: string, variable: string): void {
  logger.warnOnce(
    `The prompt ${JSON.stringify(prompt)} was compiled without a value for ${JSON.stringify(variable)}: nothing stands in ` +
      "its place. Give an empty text where that is meant.",
  );
}

/** Converts a template for LangChain. An error names the prompt. */
function langchainTemplate(prompt: string, template: string): string {
  try {
    return toLangchainTemplate(template);
  } catch (error) {
    throw new TypeError(`The prompt ${JSON.stringify(prompt)}: ${(error as Error).message}`, { cause: error });
  }
}

function isPlaceholder(entry: ChatMessageOrPlaceholder): entry is PlaceholderMessage {
  return !("role" in entry);
}

function plainMessage({ type: _type, ...message }: ChatMessage & { type?: unknown }): ChatMessage {
  return message;
}

/** Returns the entries that replace a placeholder: copies of the messages, or the JSON text of any other value. */
function messagesFor(name: string, given: unknown): Array<ChatMessage | string> {
  return isMessageList(given) ? given.map((message) => ({ ...message })) : [jsonOf(name, given)];
}

function isMessageList(value: unknown): value is ChatMessage[] {
  return (
    Array.isArray(value) &&
    value.every(
      (entry: unknown) => typeof entry === "object" && entry !== null && "role" in entry && "content" in entry,
    )
  );
}

function jsonOf(name: string, value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch (error) {
    throw new TypeError(`What was given for the placeholder ${JSON.stringify(name)} is neither messages nor JSON.`, {
      cause: error,
    });
  }
}
