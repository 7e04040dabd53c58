import { join } from "node:path";
import { INSTALLATIONS } from "../../../support/paths.ts";
import { ANSWER, QUESTION } from "../../providers/provider-package.ts";
import { answerRequests, MODEL } from "../answers.ts";
import type { Framework } from "../framework.ts";

interface Engine<Field extends string> {
  query(request: Readonly<Record<Field, string>>): Promise<unknown>;
  chat(request: Readonly<Record<Field, string>>): Promise<unknown>;
}

interface Index {
  asRetriever(options: object): object;
  asQueryEngine(options: object): Engine<"query">;
}

interface LlamaIndex {
  readonly Settings: { llm: object; embedModel: object };
  readonly Document: new (options: object) => object;
  readonly VectorStoreIndex: { fromDocuments(documents: readonly object[]): Promise<Index> };
  readonly ContextChatEngine: new (options: object) => Engine<"message">;
}

interface Models {
  readonly OpenAI: new (options: object) => object;
  readonly OpenAIEmbedding: new (options: object) => object;
}

interface OpenLLMetry {
  readonly LlamaIndexInstrumentation: new () => {
    setTracerProvider(provider: object): void;
    manuallyInstrument(module: object): void;
  };
}

/** LlamaIndex.TS: a query and a chat about documents in memory. */
export const llamaindex: Framework<"query" | "chat"> = {
  title: "llamaindex 0.12.1",
  folder: join(INSTALLATIONS, "llamaindex"),
  scenarios: {
    query: { title: "a query engine on two documents" },
    chat: { title: "a first message to a chat engine on two documents" },
  },
  rival: "openllmetry 0.27.0",
  async prepare({ contender, load, loadRival, provider }, scenario) {
    answerRequests();
    const llamaIndex = load("llamaindex") as LlamaIndex;
    const { OpenAI, OpenAIEmbedding } = load("@llamaindex/openai") as Models;
    const { Settings, Document, VectorStoreIndex, ContextChatEngine } = llamaIndex;
    Settings.llm = new OpenAI({ model: MODEL, apiKey: "key", maxRetries: 0, temperature: 0.2 });
    Settings.embedModel = new OpenAIEmbedding({
      model: "text-embedding-3-small",
      apiKey: "key",
      maxRetries: 0,
      embedBatchSize: 1,
    });
    if (contender === "rival") {
      const { LlamaIndexInstrumentation } = loadRival("@traceloop/instrumentation-llamaindex") as OpenLLMetry;
      const instrumentation = new LlamaIndexInstrumentation();
      instrumentation.setTracerProvider(provider);
      instrumentation.manuallyInstrument(llamaIndex);
    }
    const documents = ["a", "b"].map((id) => new Document({ text: `${id}: ${ANSWER}`, id_: id }));
    const index = await VectorStoreIndex.fromDocuments(documents);
    const retriever = index.asRetriever({ similarityTopK: 2 });
    if (scenario === "query") {
      const engine = index.asQueryEngine({ retriever });
      return () => engine.query({ query: QUESTION });
    }
    // A chat engine keeps its history: each call has one of its own.
    return () => new ContextChatEngine({ retriever }).chat({ message: QUESTION });
  },
};
