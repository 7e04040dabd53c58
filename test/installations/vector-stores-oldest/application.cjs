const { Pinecone } = require("@pinecone-database/pinecone");
const { QdrantClient } = require("@qdrant/js-client-rest");
const { OpenAI } = require("openai");

void import(`../../apps/retrieval/${process.argv[2]}.mjs`).then(({ run }) => run({ OpenAI, Pinecone, QdrantClient }));
