import type { MarkedProgram } from "../e2e/content/kept-content.ts";
import type { BlockRule } from "./pages/block-rule.ts";

/** What the tests that go over all instrumentations need of one: a file in test/providers for each, with the name of its folder. */
export interface ProviderTests {
  /** Programs whose texts must not leave the process without content: plain, streamed and failing calls. */
  readonly markedPrograms: readonly MarkedProgram[];
  /** Surroundings of the code on its page. */
  readonly blockRule: Omit<BlockRule, "page">;
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
