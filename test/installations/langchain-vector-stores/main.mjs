// Searches two vector databases through LangChain's stores: by a retriever, and without one. Prints what is found.
import { FakeEmbeddings } from "@langchain/core/utils/testing";
import { PineconeStore } from "@langchain/pinecone";
import { QdrantVectorStore } from "@langchain/qdrant";
import { Pinecone } from "@pinecone-database/pinecone";
import { QdrantClient } from "@qdrant/js-client-rest";
import { createServer } from "node:http";

const point = { id: 7, version: 3, score: 0.8, payload: { content: "Onion soup", metadata: { page: 1 } } };
const match = { id: "a", score: 0.9, metadata: { text: "Onion soup", page: 1 } };

/** Answers in the form of the databases' documentation, by the path. */
const ANSWERS = {
  "/query": { matches: [match], namespace: "", usage: { readUnits: 1 } },
  "/collections/recipes/points/query": { result: { points: [point] }, status: "ok", time: 0.001 },
  "/collections": { result: { collections: [{ name: "recipes" }] }, status: "ok", time: 0.001 },
  "/collections/recipes/exists": { result: { exists: true }, status: "ok", time: 0.001 },
};

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(ANSWERS[request.url] ?? { result: true, status: "ok" }));
  });
});
await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}`;

const embeddings = new FakeEmbeddings();
const client = new QdrantClient({ url, checkCompatibility: false });
const qdrant = new QdrantVectorStore(embeddings, { client, collectionName: "recipes" });
const pineconeIndex = new Pinecone({ apiKey: "k" }).index("recipes", url);
const pinecone = new PineconeStore(embeddings, { pineconeIndex });

const found = [];
for (const store of [qdrant, pinecone]) {
  found.push(await store.asRetriever({ k: 1 }).invoke("soup by retriever"));
  found.push(await store.similaritySearch("soup", 1));
}
console.log(JSON.stringify(found.flat().map(({ pageContent, metadata }) => ({ pageContent, metadata }))));
server.closeAllConnections();
server.close();
