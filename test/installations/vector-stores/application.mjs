import { Pinecone } from "@pinecone-database/pinecone";
import { QdrantClient } from "@qdrant/js-client-rest";
import { OpenAI } from "openai";

const { run } = await import(new URL(`../../apps/retrieval/${process.argv[2]}.mjs`, import.meta.url));
await run({ OpenAI, Pinecone, QdrantClient });
