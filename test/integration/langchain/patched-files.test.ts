import { isLangChainFile, LANGCHAIN_FILE_PATTERNS, LangChainInstrumentation } from "@svc/langchain";
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

const require = createRequire(import.meta.url);
const CORE = dirname(dirname(require.resolve("@langchain/core/messages")));
const FILES = [
  "callbacks/manager",
  "singletons/async_local_storage/index",
  "language_models/chat_models",
  "language_models/llms",
  "retrievers/index",
  "tools/index",
  "runnables/base",
  "utils/async_caller",
].flatMap((file) => [`${file}.js`, `${file}.cjs`]);

const isFileOfThePattern = (url: string) => LANGCHAIN_FILE_PATTERNS.some((pattern) => pattern.test(url));

describe("the files that module hooks patch", () => {
  it.each(FILES)("exist in the package: %s", (file) => {
    const path = join(CORE, file);
    expect(existsSync(path)).toBe(true);
    const url = pathToFileURL(path).href;
    for (const name of [url, `${url}?v=1`]) {
      expect([isLangChainFile(name), isFileOfThePattern(name)]).toEqual([true, true]);
    }
  });

  it.each([
    "file:///app/node_modules/@langchain/core/dist/messages/ai.js",
    "file:///app/node_modules/@langchain/core/dist/callbacks/manager.js.map",
    "file:///app/node_modules/@langchain/core/dist/callbacks/manager.d.ts",
    "file:///app/node_modules/@langchain/openai/dist/callbacks/manager.js",
    "file:///app/node_modules/langchain/core/dist/callbacks/manager.js",
    "node:fs",
  ])("are not %s", (url) => {
    expect([isLangChainFile(url), isFileOfThePattern(url)]).toEqual([false, false]);
  });
});

describe("a disabled instrumentation", () => {
  const handlersOf = (load: NodeJS.Require) => {
    const { CallbackManager } = load("@langchain/core/callbacks/manager") as {
      CallbackManager: { configure(): { handlers: { name: string }[] } | undefined };
    };
    return () => CallbackManager.configure()?.handlers.map(({ name }) => name);
  };

  it("restores LangChain, and can be enabled again", () => {
    const instrumentation = new LangChainInstrumentation();
    const handlers = handlersOf(require);
    expect(handlers()).toEqual(["svc_langchain_handler"]);
    instrumentation.disable();
    expect(handlers()).toBeUndefined();
    instrumentation.enable();
    expect(handlers()).toEqual(["svc_langchain_handler"]);
    instrumentation.disable();
  });

  it("leaves the patches that another instrumentation needs", () => {
    for (const path of Object.keys(require.cache)) if (path.includes("/@langchain/core/")) delete require.cache[path];
    const [first, second] = [new LangChainInstrumentation(), new LangChainInstrumentation()];
    const handlers = handlersOf(require);
    first.disable();
    expect(handlers()).toEqual(["svc_langchain_handler"]);
    second.disable();
    expect(handlers()).toBeUndefined();
  });
});
