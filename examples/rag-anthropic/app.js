// Answers a question from documents: a search of its own, which is recorded as a retriever, then a call of Anthropic.
import Anthropic from "@anthropic-ai/sdk";
import { startActiveObservation } from "@svc/tracing";

const DOCUMENTS = [
  { title: "Returns", text: "Books can be returned within 30 days. Postage is free for faulty copies." },
  { title: "Opening hours", text: "The shop is open from Monday to Saturday, 10:00 to 18:00." },
  { title: "Vouchers", text: "Vouchers are valid for three years from the day they were bought." },
];

const anthropic = new Anthropic();
const question = process.argv[2] ?? "How long can I return a book?";

const wordsOf = (text) =>
  new Set(
    text
      .toLowerCase()
      .match(/\p{L}{4,}/gu)
      ?.map((word) => word.slice(0, 4)),
  );

/** Returns the documents that share the most words with the question. */
const search = (query) =>
  startActiveObservation(
    "search",
    async (retriever) => {
      const words = wordsOf(query);
      const scored = DOCUMENTS.map(({ title, text }) => ({
        title,
        text,
        score: wordsOf(`${title} ${text}`).intersection(words).size,
      }));
      const found = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
      retriever.update({ input: query, output: found });
      return found;
    },
    { asType: "retriever" },
  );

const answer = await startActiveObservation(
  "answer",
  async (chain) => {
    const documents = await search(question);
    const { content } = await anthropic.messages.create({
      model: "claude-haiku-5-5",
      max_tokens: 200,
      system: `Answer only from these documents:\n${documents.map(({ title, text }) => `${title}: ${text}`).join("\n")}`,
      messages: [{ role: "user", content: question }],
    });
    const output = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
    chain.update({ input: question, output });
    return output;
  },
  { asType: "chain" },
);
console.log(answer);
