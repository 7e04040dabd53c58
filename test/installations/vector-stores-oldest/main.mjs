import { Pinecone } from "@pinecone-database/pinecone";
import { QdrantClient } from "@qdrant/js-client-rest";
import { ChromaClient } from "chromadb";
import weaviate from "weaviate-client";
import { search } from "../vector-stores.mjs";

await search({ Pinecone, QdrantClient, ChromaClient, weaviate, from: import.meta.url });
