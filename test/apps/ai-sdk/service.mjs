// Serves the support desk and the researcher, asks each 20 times at once over HTTP, and prints the answers.
import { once } from "node:events";
import { createServer } from "node:http";
import { startModel, textsOf } from "../chat-model.mjs";
import * as researcher from "./research.mjs";
import * as desk from "./support-desk.mjs";

const REFUND = "I want my money back for order A1";
const UNKNOWN = "I want my money back for order B2";
const GENERAL = "When do you open?";

export async function run({ ai, createOpenAI, z }) {
  const model = await startModel((body) => {
    const texts = textsOf(body);
    return (/^(?:Classify|You settle|You answer)/.test(texts[0]) ? desk : researcher).model(texts);
  });
  const openai = createOpenAI({ apiKey: "a key", baseURL: model.url });
  const [answer, research] = [desk.makeDesk({ ai, openai, z }), researcher.makeResearcher({ ai, openai, z })];

  async function respond(request, response) {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const question = searchParams.get("q");
    if (pathname === "/research") response.write(await research(question));
    else for await (const piece of await answer(question, searchParams.get("customer"))) response.write(piece);
    response.end();
  }

  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const ask = async (path) => (await fetch(`http://127.0.0.1:${server.address().port}${path}`)).text();
  const asked = (question, index) => ask(`/desk?q=${encodeURIComponent(question)}&customer=c${index}`);
  const twenty = Array.from({ length: 20 }, (_, index) => index);
  const answers = await Promise.all([
    ...twenty.map((index) => asked([REFUND, UNKNOWN, GENERAL][index % 3], index)),
    ...twenty.map((index) => ask(`/research?q=topic-${index}`)),
  ]);
  console.log(JSON.stringify(answers));
  server.closeAllConnections();
  server.close();
  model.stop();
}
