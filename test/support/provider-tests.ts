import type { MarkedProgram } from "../e2e/content/kept-content.ts";
import type { BlockRule } from "./pages/block-rule.ts";

/** Function that observes a client and returns it. */
export type Observe = <T extends object>(client: T, config?: object) => T;

/** Calls of clients of a package. */
export interface ObservedCalls {
  readonly client: () => object;
  /** Asks a client as an application does, and checks what the application gets. */
  readonly ask: (client: never) => Promise<void>;
  /** Makes the other calls of the observed client, and those of other clients of the package. */
  readonly askFurther?: (client: never, observe: Observe) => Promise<void>;
}

/** Package whose clients are observed one by one. */
export interface ObservedProvider {
  readonly installation: string;
  /** Answer to every request. */
  readonly answer: object;
  readonly calls: (sdk: never, url: string) => ObservedCalls;
  /** Names of the spans, in their order, and attributes that they have. */
  readonly spans: ReadonlyArray<readonly [name: string, attributes: Readonly<Record<string, unknown>>]>;
}

/** What the tests that go over all instrumentations need of one: a file in test/providers for each, with the name of its folder. */
export interface ProviderTests {
  /** Programs whose texts must not leave the process without content: plain, streamed and failing calls. */
  readonly markedPrograms: readonly MarkedProgram[];
  /** Surroundings of the code on its page. */
  readonly blockRule: Omit<BlockRule, "page">;
  /** Calls of clients that are observed one by one. */
  readonly observed?: ObservedProvider;
  /** Variables that its clients need. */
  readonly env?: Readonly<Record<string, string>>;
  /** Answers to the questions of its page, by the path of the request. */
  readonly answers?: ReadonlyArray<readonly [path: RegExp, answer: object]>;
}

/** Prompt that the code of a page leaves to the application. */
export const PROMPT = { prompt: 'const prompt = { name: "greeting", version: 1 };' };

/** Message that the code of a page leaves to the application. */
export const HELLO = '{ role: "user" as const, content: "Hello" }';

/** Text of all answers to the questions of the pages. */
export const TEXT = "A span is one operation of a trace.";
