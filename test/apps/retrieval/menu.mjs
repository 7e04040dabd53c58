// Answers questions about the menu in Pinecone.
import { answerQuestions } from "./question-service.mjs";

const found = () => ({
  matches: [{ id: "m1", score: 0.9, metadata: { text: "Pea soup" } }],
  namespace: "",
  usage: { readUnits: 5 },
});

export async function run({ OpenAI, Pinecone }) {
  await answerQuestions({
    OpenAI,
    found,
    connect(host) {
      const pinecone = new Pinecone({ apiKey: "k" });
      return async (name, vector) => {
        const index = name === "closed" ? pinecone.index(name, `${host}/closed`) : pinecone.index(name, host);
        return (await index.query({ vector, topK: 1, includeMetadata: true })).matches.map(
          ({ metadata }) => metadata.text,
        );
      };
    },
  });
}
