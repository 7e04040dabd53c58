import { logger, misspeltOptionsWatch, resolveSetting, templateProblem, type OptionNames } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { describeNetworkError } from "@svc/core/internal/http";
import type {
  CreateChatPromptRequest,
  CreatePromptRequest,
  CreateTextPromptRequest,
  Prompt,
  SvcAPIClient,
} from "@svc/core/api";
import { requireName } from "../validation-rules.ts";
import { PromptCache } from "./prompt-cache.ts";
import { createPromptClient, type ChatPromptClient, type TextPromptClient } from "./prompt-client.ts";
import { readPromptFile, recordOf } from "./prompt-files.ts";
import { withTypes, type ChatMessageOrPlaceholder } from "./prompt-record.ts";

/** Graph that the service answers with a prompt: the versions whose texts each version includes, by the id of the version. */
interface ResolutionGraph {
  dependencies: Record<string, Array<{ name: string }>>;
}

export type PromptType = Prompt["type"];

/** Options of `prompt.get`. */
export interface GetPromptOptions {
  /** Version of the prompt; wins over `label`. */
  version?: number;
  /** Label of the version; default `production`. */
  label?: string;
  /** Time the prompt is fresh, in seconds; default 60. With 0 the prompt is always fetched. */
  cacheTtlSeconds?: number;
  /** Text or messages used when the prompt can neither be fetched nor found in the cache. */
  fallback?: string | ChatMessageOrPlaceholder[];
  /**
   * Type of the prompt; a prompt of another type rejects. The return type follows `type`, else `fallback`, else is a text
   * prompt.
   */
  type?: PromptType;
  /** Retries of a failed request; default 2. */
  maxRetries?: number;
  /** Time one request may take, in milliseconds; default the client's `timeout`. */
  fetchTimeoutMs?: number;
}

const OPTION_NAMES: OptionNames<GetPromptOptions> = {
  version: true,
  label: true,
  cacheTtlSeconds: true,
  fallback: true,
  type: true,
  maxRetries: true,
  fetchTimeoutMs: true,
};

const lookAtOptions: (options: unknown) => void = /* @__PURE__ */ misspeltOptionsWatch("prompt.get", OPTION_NAMES);

/** Body of a new chat prompt, with messages only or with placeholders too. */
export type CreateChatPromptBodyWithPlaceholders = CreateChatPromptRequest;

/** Options of {@link PromptManager.get} that make the prompt a chat prompt. */
type ChatOptions = GetPromptOptions & ({ type: "chat" } | { fallback: ChatMessageOrPlaceholder[] });

const TTL_SECONDS = 60;
const MAX_RETRIES = 2;
const DEFAULT_LABEL = "production";
const DEFAULT_KEY = `label ${DEFAULT_LABEL}`;

/**
 * Reads, creates and changes prompts. A prompt stays fresh for a minute by default; after that the stale prompt is
 * returned while one refresh is under way. Contract: "Client-level managers", "Limits" (5 s per request).
 */
export class PromptManager {
  readonly #api: SvcAPIClient;
  readonly #directory: string | undefined;
  readonly #cache = new PromptCache<TextPromptClient | ChatPromptClient>();

  constructor(api: SvcAPIClient, fallbackDirectory?: string) {
    this.#api = api;
    this.#directory = resolveSetting(settings.promptFallbackDirectory, fallbackDirectory).value;
  }

  /**
   * Returns a prompt, by default the version labelled `production`, from the cache or the service. When both fail,
   * returns the given `fallback`, else the file in the fallback directory. Rejects when there is no fallback either.
   *
   * @example
   * const prompt = await client.prompt.get("greeting");
   * const text = prompt.compile({ name: "Ada" });
   */
  get(name: string, options: ChatOptions): Promise<ChatPromptClient>;
  get(name: string, options?: GetPromptOptions): Promise<TextPromptClient>;
  get(name: string, options: GetPromptOptions = {}): Promise<TextPromptClient | ChatPromptClient> {
    lookAtOptions(options);
    const key = cacheKeyOf(options);
    const fresh = options.cacheTtlSeconds === undefined ? this.#cache.fresh(name, key) : undefined;
    // The most frequent call takes the shortest way.
    if (fresh !== undefined && (options.type === undefined || options.type === fresh.type))
      return Promise.resolve(fresh);
    return this.#getByCache(name, key, options);
  }

  /**
   * Creates the next version of a prompt. `get` fetches the prompt anew afterwards. Rejects when a text is no valid Mustache template, and names the place. The service
   * checks a text that refers to other prompts.
   */
  create(body: CreateChatPromptBodyWithPlaceholders): Promise<ChatPromptClient>;
  create(body: CreateTextPromptRequest): Promise<TextPromptClient>;
  async create(
    body: CreateTextPromptRequest | CreateChatPromptBodyWithPlaceholders,
  ): Promise<TextPromptClient | ChatPromptClient> {
    requireName("prompt", body?.name);
    requireTemplates(body);
    const request: CreatePromptRequest =
      body.type === "chat" ? { ...body, prompt: withTypes(body.prompt) } : { ...body, type: "text" };
    try {
      return createPromptClient(await this.#api.prompts.create(request));
    } finally {
      this.#forget(body.name);
    }
  }

  /** Adds labels to a version, and removes them from other versions of the prompt. */
  async update({
    name,
    version,
    newLabels,
  }: {
    name: string;
    version: number;
    newLabels: string[];
  }): Promise<TextPromptClient | ChatPromptClient> {
    requireName("prompt", name);
    try {
      return createPromptClient(await this.#api.promptVersion.update(name, version, { newLabels }));
    } finally {
      this.#forget(name);
    }
  }

  /** Deletes a prompt; with a version or a label, only the matching versions. */
  async delete(name: string, which: { version?: number; label?: string } = {}): Promise<void> {
    requireName("prompt", name);
    try {
      await this.#api.prompts.delete(name, which);
    } finally {
      this.#forget(name);
    }
  }

  /** Removes a prompt from the cache, and the prompts whose text includes it. */
  #forget(name: string): void {
    this.#cache.invalidate(name, ({ promptResponse: { resolutionGraph } }) => {
      const included = Object.values((resolutionGraph as Partial<ResolutionGraph> | null)?.dependencies ?? {});
      return included.flat().some((prompt) => prompt.name === name);
    });
  }

  async #getByCache(
    name: string,
    key: string,
    options: GetPromptOptions,
  ): Promise<TextPromptClient | ChatPromptClient> {
    requireName("prompt", name);
    const { type } = options;
    let prompt: TextPromptClient | ChatPromptClient;
    try {
      prompt = await this.#cache.get(name, key, {
        ttl: ttlOf(name, options),
        fetch: () => this.#fetch(name, options),
        onFailedRefresh: (error) =>
          warnWithReason(`The prompt ${JSON.stringify(name)} could not be refreshed, the one before is used`, error),
      });
    } catch (error) {
      prompt = await this.#fallBack(name, options, error);
    }
    if (type === undefined || type === prompt.type) return prompt;
    throw new TypeError(`The prompt ${JSON.stringify(name)} is a ${prompt.type} prompt, not a ${type} prompt.`);
  }

  async #fetch(name: string, options: GetPromptOptions): Promise<TextPromptClient | ChatPromptClient> {
    const { version, label, maxRetries = MAX_RETRIES, fetchTimeoutMs } = options;
    const which = version === undefined ? { label: label ?? DEFAULT_LABEL } : { version };
    const record = await this.#api.prompts.get(name, which, {
      maxRetries,
      ...(fetchTimeoutMs !== undefined && {
        timeoutInSeconds: resolveSetting(settings.timeout, fetchTimeoutMs / 1000).value,
      }),
    });
    return createPromptClient(record);
  }

  async #fallBack(
    name: string,
    { fallback, version, label }: GetPromptOptions,
    reason: unknown,
  ): Promise<TextPromptClient | ChatPromptClient> {
    const record =
      fallback === undefined
        ? this.#directory === undefined
          ? undefined
          : await readPromptFile(this.#directory, name)
        : recordOf(name, fallback);
    if (record === undefined) throw reason;
    warnWithReason(`The prompt ${JSON.stringify(name)} could not be fetched, its fallback is used`, reason);
    const labels = label === undefined ? record.labels : [label];
    return createPromptClient({ ...record, version: version ?? record.version, labels }, true);
  }
}

/** Throws a TypeError for a text of a prompt that `compile` would refuse. */
function requireTemplates({ name, prompt }: CreatePromptRequest): void {
  const entries = Array.isArray(prompt) ? prompt : [{ content: prompt }];
  for (const [index, entry] of entries.entries()) {
    const content: unknown = "content" in entry ? entry.content : undefined;
    // Only the service knows the text that stands in the place of a reference.
    if (typeof content !== "string" || content.includes("@@@svcPrompt:")) continue;
    const problem = templateProblem(content);
    if (problem === undefined) continue;
    const where = Array.isArray(prompt) ? `message ${index + 1}, ` : "";
    throw new TypeError(`The prompt ${JSON.stringify(name)} is no Mustache template: ${where}${problem}.`);
  }
}

/** Warns in one line. The error itself, with its stack, is logged at debug level. */
function warnWithReason(happened: string, error: unknown): void {
  logger.warnOnce(`${happened}: ${describeNetworkError(error).replaceAll(/\s+/g, " ")}.`);
  logger.debug(`${happened}.`, error);
}

/** Returns the cache key of a requested version or label. */
function cacheKeyOf({ version, label }: GetPromptOptions): string {
  if (version !== undefined) return `version ${version}`;
  return label === undefined ? DEFAULT_KEY : `label ${label}`;
}

/** Returns the time a prompt is fresh, in milliseconds. */
function ttlOf(name: string, { cacheTtlSeconds = TTL_SECONDS }: GetPromptOptions): number {
  if (cacheTtlSeconds >= 0) return cacheTtlSeconds * 1000;
  logger.warnOnce(
    `cacheTtlSeconds of the prompt ${JSON.stringify(name)} is ${cacheTtlSeconds}, but must be a number from 0. ` +
      `Using ${TTL_SECONDS} seconds instead.`,
  );
  return TTL_SECONDS * 1000;
}
