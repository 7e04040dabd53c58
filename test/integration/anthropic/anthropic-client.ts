import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Message of Anthropic's API, as far as the tests read it. */
export interface Message {
  readonly id: string;
  readonly role: string;
  readonly content: readonly Record<string, unknown>[];
}

export interface MessageStream extends AsyncIterable<{ readonly type: string }> {
  readonly controller: AbortController;
  tee(): [MessageStream, MessageStream];
}

export interface ApiCall extends Promise<unknown> {
  withResponse(): Promise<{ data: unknown; response: Response }>;
  asResponse(): Promise<Response>;
}

interface Messages {
  create(body: unknown, options?: unknown): ApiCall;
  stream(body: unknown, options?: unknown): { finalMessage(): Promise<Message>; abort(): void };
  countTokens(body: unknown): Promise<unknown>;
}

export interface AnthropicClient {
  readonly messages: Messages;
  readonly beta: { readonly messages: Messages };
}

/** Parts of the `@anthropic-ai/sdk` package that the tests use, in any version. */
interface AnthropicModule {
  readonly Anthropic: new (options: Record<string, unknown>) => AnthropicClient;
}

/** Loads the package of the application in the current folder, as an ES module or in CommonJS. */
export async function loadAnthropic(format: string): Promise<AnthropicModule> {
  const folder = join(process.cwd(), "node_modules/@anthropic-ai/sdk");
  return format === "esm"
    ? ((await import(pathToFileURL(join(folder, "index.mjs")).href)) as AnthropicModule)
    : (createRequire(join(process.cwd(), "main.cjs"))("@anthropic-ai/sdk") as AnthropicModule);
}

/** Returns what an error tells the application. */
export function describeError(error: unknown): Record<string, unknown> {
  const { constructor, message, status, type, error: body } = error as Record<string, unknown>;
  return {
    class: (constructor as { name: string }).name,
    message,
    status,
    type,
    body,
    isError: error instanceof Error,
  };
}
