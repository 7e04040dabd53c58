// Answers questions about recipes in Qdrant.
import { answerQuestions } from "./question-service.mjs";

const POINTS = [{ id: 7, version: 1, score: 0.8, payload: { text: "Onion soup" } }];

/** Answer to a search in the form of the newest versions, and of the first ones. */
const found = (path) => ({ result: path.endsWith("/query") ? { points: POINTS } : POINTS, status: "ok", time: 0 });

export async function run({ OpenAI, QdrantClient }) {
  await answerQuestions({
    OpenAI,
    found,
    connect(url) {
      const qdrant = new QdrantClient({ url, checkCompatibility: false });
      return async (collection, vector) => {
        const { points } =
          qdrant.search === undefined
            ? await qdrant.query(collection, { query: vector, limit: 1, with_payload: true })
            : { points: await qdrant.search(collection, { vector, limit: 1, with_payload: true }) };
        return points.map(({ payload }) => payload.text);
      };
    },
  });
}
