// Service that answers questions from documents: embeds the question, searches a vector database, and has a model answer from what is
// found. Asks itself twenty questions at once over HTTP, and one that the database refuses, and prints the answers.
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { startActiveObservation } from "@svc/tracing";
import { answerByQuestion, startModel, textsOf } from "../chat-model.mjs";

const INSTRUCTIONS = "Answer from the documents.";

/** Starts an HTTP server on loopback. Returns its address, and how to stop it. */
async function serve(handle) {
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}`;
  return { url, stop: () => (server.closeAllConnections(), server.close()) };
}

/** Starts a stand-in for a database, which answers a search with `found(path)` and refuses one whose collection is called `closed`. */
function startDatabase(found) {
  return serve(async (request, response) => {
    const isRefused = `${request.url}${await text(request)}`.includes("closed");
    response.writeHead(isRefused ? 403 : 200, { "content-type": "application/json" });
    response.end(
      JSON.stringify(isRefused ? { message: "Closed today", status: { error: "Closed today" } } : found(request.url)),
    );
  });
}

/** Runs the service. `connect(url)` returns the function that searches a collection by a vector and returns the texts found. */
export async function answerQuestions({ OpenAI, found, connect }) {
  const model = await startModel((body) => {
    const answer = answerByQuestion(body);
    return typeof answer === "string" ? `${answer} (${textsOf(body)[0].length} characters known)` : answer;
  });
  const database = await startDatabase(found);
  const openai = new OpenAI({ apiKey: "k", baseURL: model.baseURL, maxRetries: 0 });
  const search = connect(database.url);

  async function answer(question) {
    const input = question;
    const { data } = await openai.embeddings.create({
      model: "text-embedding-3-small",
      input,
      encoding_format: "float",
    });
    const documents = await search(question.startsWith("Secret") ? "closed" : "recipes", data[0].embedding);
    const system = `${INSTRUCTIONS}\n${documents.join("\n")}`;
    const messages = [
      { role: "system", content: system },
      { role: "user", content: question },
    ];
    return (await openai.chat.completions.create({ model: "gpt-4o-mini", messages })).choices[0].message.content;
  }

  const service = await serve(async (request, response) => {
    const question = await text(request);
    const answered = startActiveObservation("answer", () => answer(question));
    response.end(await answered.catch(({ name }) => `No answer: ${name}`));
  });
  const ask = async (question) => (await fetch(service.url, { method: "POST", body: question })).text();
  const questions = Array.from({ length: 20 }, (_, place) => `Which soup, guest-${place}?`);
  console.log(JSON.stringify(await Promise.all([...questions, "Secret soup?"].map(ask))));
  for (const each of [service, database, model]) each.stop();
}
