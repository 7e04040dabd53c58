/** Kinds of calls that are measured. */
export type Scenario = "chat" | "stream" | "longStream";

/** Number of pieces of text in a streamed answer. */
export const PIECES: Readonly<Record<Exclude<Scenario, "chat">, number>> = { stream: 50, longStream: 1_000 };

/** Function that takes the place of `fetch`. */
export type Fetch = () => Promise<Response>;

/** Body of an answer. */
export interface Body {
  readonly type: string;
  readonly text: string;
}

/** Package whose calls are measured. `Module` has its exports, and `Client` is what makes the calls. */
export interface ProviderPackage<Module = never, Client extends object = never> {
  readonly name: string;
  /** Files of the package that are loaded, whose exports are measured together; by default its main file. */
  readonly files?: readonly string[];
  /** True when its calls have whole answers alone. */
  readonly isUnstreamed?: true;
  /** Returns a client whose requests go to `fetch`. */
  readonly client: (module: Module, fetch: Fetch) => object;
  /** Returns a function that makes one call of this kind. */
  readonly caller: (client: Client, scenario: Scenario) => () => Promise<unknown>;
  readonly answer: (scenario: Scenario) => Body;
}

export const QUESTION: string = "Which ocean is the largest, and by how much? ".repeat(11);
export const ANSWER: string = "The Pacific is the largest ocean. ".repeat(11);
export const SYSTEM = "Answer in one paragraph.";

/** Reads a stream to its end. */
export async function readAll(stream: Promise<unknown>): Promise<number> {
  let chunks = 0;
  for await (const chunk of (await stream) as AsyncIterable<unknown>) if (chunk) chunks++;
  return chunks;
}

/** Returns the pieces of a streamed answer. */
export function pieces<T>(scenario: Scenario, piece: (text: string) => T): T[] {
  const length = scenario === "chat" ? 0 : PIECES[scenario];
  return Array.from({ length }, (_, index) => piece(` word${index}`));
}

/** Returns a JSON body. */
export const json = (value: object): Body => ({ type: "application/json", text: JSON.stringify(value) });

/** Returns a body of JSON texts, one a line. */
export const lines = (values: readonly object[]): Body => ({
  type: "application/x-ndjson",
  text: values.map((value) => `${JSON.stringify(value)}\n`).join(""),
});

/** Returns a body of server-sent events; an event with a type is named for it. `last` follows the events as it is. */
export const events = (values: readonly object[], last = ""): Body => {
  const frames = values.map((value) => {
    const { type } = value as { type?: string };
    return `${type === undefined ? "" : `event: ${type}\n`}data: ${JSON.stringify(value)}\n\n`;
  });
  return { type: "text/event-stream", text: frames.join("") + last };
};

/** Sets the `fetch` of a package that has no setting for it. */
export function replaceFetch(fetch: Fetch): void {
  globalThis.fetch = fetch;
}

/**
 * Returns a `fetch` that always answers with the same prepared response. It stays within the process: the cost of sockets varies
 * between processes by more than the measured difference.
 */
export function answering({ answer }: ProviderPackage, scenario: Scenario): Fetch {
  const { type, text } = answer(scenario);
  const bytes = Buffer.from(text);
  return () => Promise.resolve(new Response(bytes, { headers: { "content-type": type } }));
}
