// As main-packages.test.ts, for the packages that fewer applications use.
import { testKeptContent } from "./kept-content-tests.ts";
import { MARKED_PROGRAMS } from "./marked-programs.ts";

const MAIN = new Set(["openai", "anthropic", "langchain", "ai-sdk"]);

testKeptContent(Object.keys(MARKED_PROGRAMS).filter((name) => !MAIN.has(name)));
