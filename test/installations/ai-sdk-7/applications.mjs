// Serves the support desk and the researcher, asks each 20 times at once over HTTP, and prints the answers.
import { once } from "node:events";
import { createServer } from "node:http";
import { startModel, textsOf } from "../ai-sdk-model.mjs";

const REFUND = "I want my money back for order A1";
const UNKNOWN = "I want my money back for order B2";
const GENERAL = "When do you open?";

const applications = {};
const model = await startModel((body) => {
  const texts = textsOf(body);
  const { desk, researcher } = applications;
  return (/^(?:Classify|You settle|You answer)/.test(texts[0]) ? desk : researcher).model(texts);
});
process.env.OPENAI_BASE_URL = model.url;
// The applications read the address when they are loaded.
const [desk, researcher] = await Promise.all([import("./support-desk.mjs"), import("./research.mjs")]);
Object.assign(applications, { desk, researcher });

async function respond(request, response) {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const question = searchParams.get("q");
  if (pathname === "/research") response.end(await researcher.research(question));
  else for await (const piece of await desk.answer(question, searchParams.get("customer"))) response.write(piece);
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
