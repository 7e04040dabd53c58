import type { ChatPrompt, PlaceholderMessage, Prompt, TextPrompt } from "@svc/core/api";
import { logger } from "@svc/core";
import { toLangchainTemplate } from "./langchain-template.ts";
import {
  withTypes,
  type ChatMessage,
  type ChatMessageOrPlaceholder,
  type LangchainMessagesPlaceholder,
} from "./prompt-record.ts";
import { parseTemplate, type Template } from "./prompt-template.ts";

/** Values of the variables of a prompt. A variable without one is empty. */
export type PromptVariables = Readonly<Record<string, unknown>>;

/** The messages for each placeholder. */
export type PromptPlaceholders = Readonly<Record<string, unknown>>;

/**
 * A version of a prompt. Given as `prompt` of a generation, it links the generation to that version; a fallback prompt is
 * not linked.
 */
class PromptClient<R extends Prompt> {
  /** What the service said of the prompt. */
  readonly promptResponse: R;
  readonly name: string;
  readonly version: number;
  readonly type: R["type"];
  readonly prompt: R["prompt"];
  readonly config: unknown;
  readonly labels: string[];
  readonly tags: string[];
  readonly commitMessage: string | null | undefined;
  /** Whether it did not come from the service, but was given in case that fails. */
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

  /** The prompt as JSON text; it can be kept as a file of the fallback directory. */
  toJSON(): string {
    const { name, version, type, config, labels, tags, isFallback } = this;
    return JSON.stringify({ name, prompt: this.plainPrompt(), version, isFallback, tags, labels, type, config });
  }

  protected plainPrompt(): unknown {
    return this.prompt;
  }
}

/** A prompt that is one text. */
export class TextPromptClient extends PromptClient<TextPrompt> {
  #template: Template | undefined;

  /**
   * Fills the variables in. The template is Mustache: `{{name}}`, sections, comments; nothing is escaped, and a value that
   * is missing is empty. Throws on a tag that is not closed.
   *
   * @example
   * const text = prompt.compile({ city: "Paris" });
   */
  compile(variables: PromptVariables = {}, _placeholders?: PromptPlaceholders): string {
    this.#template ??= parseTemplate(this.prompt);
    return this.#template(variables, (variable) => noteMissing(this.name, variable));
  }

  /** The text for LangChain's `PromptTemplate.fromTemplate`: `{{name}}` has become `{name}`, the braces of JSON are doubled. */
  getLangchainPrompt(_options?: { placeholders?: PromptPlaceholders }): string {
    return toLangchainTemplate(this.prompt);
  }
}

/** What compiling a chat prompt gives: messages, placeholders for which nothing was given, and JSON of what is no message. */
export type CompiledChatMessage = ChatMessageOrPlaceholder | string;

/** A message as LangChain takes it. A type alias, since LangChain wants any key to be readable, which an interface has not. */
export type LangchainMessage = { role: string; content: string };

/** What LangChain's `ChatPromptTemplate.fromMessages` takes. */
export type LangchainChatMessage = LangchainMessage | LangchainMessagesPlaceholder | string;

/** A prompt that is a list of messages, some of which may be placeholders. */
export class ChatPromptClient extends PromptClient<ChatPrompt> {
  #templates: Array<Template | undefined> | undefined;

  constructor(record: ChatPrompt, isFallback = false) {
    super({ ...record, prompt: withTypes(record.prompt) }, isFallback);
  }

  /**
   * Fills the variables in, and the messages in the place of their placeholders. Messages keep their other fields. An empty
   * list removes its placeholder, one for which nothing is given stays, and anything but messages becomes JSON text.
   */
  compile(variables: PromptVariables = {}, placeholders: PromptPlaceholders = {}): CompiledChatMessage[] {
    this.#templates ??= this.prompt.map((entry) => (isPlaceholder(entry) ? undefined : parseTemplate(entry.content)));
    const onMissing = (variable: string): void => noteMissing(this.name, variable);
    return this.prompt.flatMap((entry, index): CompiledChatMessage[] => {
      if (!isPlaceholder(entry)) {
        return [{ ...plainMessage(entry), content: this.#templates![index]!(variables, onMissing) }];
      }
      const given = placeholders[entry.name];
      if (given === undefined) return [entry];
      return messagesFor(entry.name, given, (content) => fillGiven(content, variables));
    });
  }

  /** The messages for LangChain's `ChatPromptTemplate.fromMessages`. */
  getLangchainPrompt({ placeholders = {} }: { placeholders?: PromptPlaceholders } = {}): LangchainChatMessage[] {
    return this.prompt.flatMap((entry): LangchainChatMessage[] => {
      if (!isPlaceholder(entry)) return [{ role: entry.role, content: toLangchainTemplate(entry.content) }];
      const given = placeholders[entry.name];
      if (given === undefined) return [["placeholder", `{${entry.name}}`]];
      const messages = messagesFor(entry.name, given, toLangchainTemplate);
      return messages.map((message) =>
        typeof message === "string" ? message : { role: message.role, content: message.content },
      );
    });
  }

  protected override plainPrompt(): unknown {
    return this.prompt.map((entry) => (isPlaceholder(entry) ? entry : plainMessage(entry)));
  }
}

/** A prompt of the type its record says. */
export function createPromptClient(record: Prompt, isFallback = false): TextPromptClient | ChatPromptClient {
  return record.type === "chat" ? new ChatPromptClient(record, isFallback) : new TextPromptClient(record, isFallback);
}

function noteMissing(prompt: string, variable: string): void {
  logger.warnOnce(
    `The prompt ${JSON.stringify(prompt)} was compiled without a value for ${JSON.stringify(variable)}: nothing stands in ` +
      "its place. Give an empty text where that is meant.",
  );
}

function isPlaceholder(entry: ChatMessageOrPlaceholder): entry is PlaceholderMessage {
  return !("role" in entry);
}

function plainMessage({ type: _type, ...message }: ChatMessage & { type?: unknown }): ChatMessage {
  return message;
}

/** What stands in the place of a placeholder: messages with their contents converted, or JSON of what is no list of messages. */
function messagesFor(name: string, given: unknown, convert: (content: string) => string): Array<ChatMessage | string> {
  if (!isMessageList(given)) return [jsonOf(name, given)];
  return given.map((message) =>
    typeof message.content === "string" ? { ...message, content: convert(message.content) } : message,
  );
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

/** Someone's words in a conversation need not be a template: what cannot be parsed stays as it is. */
function fillGiven(content: string, variables: PromptVariables): string {
  try {
    return parseTemplate(content)(variables);
  } catch {
    return content;
  }
}
