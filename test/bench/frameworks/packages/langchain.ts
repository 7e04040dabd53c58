import { installationFolder } from "../../installations.ts";
import { QUESTION, readAll, SYSTEM } from "../../providers/provider-package.ts";
import { answerRequests, MODEL, PIECES } from "../answers.ts";
import type { Framework } from "../framework.ts";

interface Runnable {
  pipe(next: object): Runnable;
  invoke(input: object): Promise<unknown>;
  stream(input: object): Promise<unknown>;
}

interface Prompts {
  readonly ChatPromptTemplate: { fromMessages(messages: ReadonlyArray<readonly [string, string]>): Runnable };
}

interface Parsers {
  readonly StringOutputParser: new () => object;
}

interface Models {
  readonly ChatOpenAI: new (options: object) => object;
}

interface OpenInference {
  readonly LangChainInstrumentation: new (options: object) => { manuallyInstrument(module: object): void };
}

/** `@langchain/core`: a chain of a prompt, a model and a parser. */
export const langchain: Framework<"invoke" | "stream"> = {
  title: "@langchain/core 1.4.0",
  folder: installationFolder("frameworks"),
  scenarios: {
    invoke: { title: "a chain of prompt, model and parser" },
    stream: { title: "the chain streamed, 50 pieces", chunks: PIECES, callsPerRound: 15 },
  },
  rival: "openinference 4.1.1",
  prepare({ contender, load, loadRival, provider }, scenario) {
    answerRequests();
    // LangChain's own tracer would look for its service.
    process.env["LANGSMITH_TRACING"] = "false";
    const { ChatPromptTemplate } = load("@langchain/core/prompts") as Prompts;
    const { StringOutputParser } = load("@langchain/core/output_parsers") as Parsers;
    const { ChatOpenAI } = load("@langchain/openai") as Models;
    if (contender === "rival") {
      const { LangChainInstrumentation } = loadRival(
        "@arizeai/openinference-instrumentation-langchain",
      ) as OpenInference;
      new LangChainInstrumentation({ tracerProvider: provider }).manuallyInstrument(
        load("@langchain/core/callbacks/manager"),
      );
    }
    const model = new ChatOpenAI({ apiKey: "key", model: MODEL, temperature: 0.2, maxRetries: 0 });
    const prompt = ChatPromptTemplate.fromMessages([
      ["system", SYSTEM],
      ["human", "{question}"],
    ]);
    const chain = prompt.pipe(model).pipe(new StringOutputParser());
    const input = { question: QUESTION };
    return scenario === "invoke" ? () => chain.invoke(input) : () => readAll(chain.stream(input));
  },
};
