import { vi } from "vitest";

/** Stream of events that is being read. */
export interface OpenStream {
  readonly status: number;
  /** Text that has come so far. */
  text(): string;
  /** Waits until a text has come. */
  has(text: string): Promise<void>;
  /** Resolves when the service has ended the stream. */
  readonly ended: Promise<void>;
  /** True when the service has ended the stream. */
  hasEnded(): boolean;
}

/** Longest wait for a text or for the end, in milliseconds. */
const WAIT_MS = 15_000;

/** Opens a stream of events and reads it until the service ends it. */
export async function openStream(url: string, init: RequestInit = {}): Promise<OpenStream> {
  const response = await fetch(url, init);
  let text = "";
  let hasEnded = false;
  const read = async (): Promise<void> => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
    hasEnded = true;
  };
  const ended = read();
  // Whoever does not wait for the end does not care how the stream ends.
  ended.catch(() => undefined);
  return {
    status: response.status,
    text: () => text,
    has: async (part) =>
      vi.waitFor(
        () => {
          if (!text.includes(part)) throw new Error(`The stream has no "${part}": ${text}`);
        },
        { timeout: WAIT_MS, interval: 10 },
      ),
    ended,
    hasEnded: () => hasEnded,
  };
}
