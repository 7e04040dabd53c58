const { Pinecone } = require("@pinecone-database/pinecone");
const { QdrantClient } = require("@qdrant/js-client-rest");
const { ChromaClient } = require("chromadb");
const weaviate = require("weaviate-client");

const clients = { Pinecone, QdrantClient, ChromaClient, weaviate: weaviate.default, from: __filename };
void import("../vector-stores.mjs").then(({ search }) => search(clients));
