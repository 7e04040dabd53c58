// Morning report: asks a model about the weather of twenty harbours at once, each for a user in a session. The model asks for the
// forecast of the weather server, which borrows the model to put it into words.
import { propagateAttributes, startActiveObservation } from "@svc/tracing";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { startModel, textsOf } from "../chat-model.mjs";

const MODEL = "gpt-4o-mini";
const FORECAST = { type: "function", function: { name: "forecast", parameters: { type: "object" } } };

/** Asks for a forecast where it may, repeats what it is told, and puts degrees into words. */
function modelAnswer(body) {
  const texts = textsOf(body);
  if (body.messages.at(-1).role === "tool") return `The report: ${texts.at(-1)}`;
  if (body.tools === undefined) return `${/-?\d+ °C in \S+(?=\.)/.exec(texts.at(-1))[0]}: fine`;
  const [harbour] = /harbour-\d+/.exec(texts.at(-1));
  return { tool: "forecast", args: JSON.stringify({ city: harbour }) };
}

export async function run({ Client, StreamableHTTPClientTransport, OpenAI }, server) {
  const model = await startModel(modelAnswer);
  const openai = new OpenAI({ apiKey: "a key", baseURL: model.baseURL, maxRetries: 0 });
  const child = spawn(process.execPath, [server], { stdio: ["ignore", "pipe", "inherit"] });
  const [address] = await once(child.stdout, "data");

  const weather = new Client({ name: "report", version: "1.0.0" }, { capabilities: { sampling: {} } });
  weather.setRequestHandler("sampling/createMessage", async ({ params }) => {
    const messages = params.messages.map(({ role, content }) => ({ role, content: content.text }));
    const { choices, model } = await openai.chat.completions.create({
      model: MODEL,
      messages,
      max_tokens: params.maxTokens,
    });
    return { model, role: "assistant", content: { type: "text", text: choices[0].message.content } };
  });
  await weather.connect(new StreamableHTTPClientTransport(new URL(String(address).trim())));

  async function report(city) {
    const prompt = await weather.getPrompt({ name: "report", arguments: { city } });
    const messages = [{ role: "user", content: prompt.messages[0].content.text }];
    const asked = await openai.chat.completions.create({ model: MODEL, messages, tools: [FORECAST] });
    const [call] = asked.choices[0].message.tool_calls;
    const { content } = await weather.callTool({
      name: call.function.name,
      arguments: JSON.parse(call.function.arguments),
    });
    messages.push(asked.choices[0].message, { role: "tool", tool_call_id: call.id, content: content[0].text });
    return (await openai.chat.completions.create({ model: MODEL, messages })).choices[0].message.content;
  }

  const reportFor = (city) =>
    propagateAttributes({ userId: "ann", sessionId: `trip to ${city}`, tags: ["report"], asBaggage: true }, () =>
      startActiveObservation("report", async (observation) => {
        observation.update({ input: city });
        return report(city);
      }),
    );
  const harbours = Array.from({ length: 20 }, (_, place) => `harbour-${place}`);
  console.log(JSON.stringify(await Promise.all(harbours.map(reportFor))));
  await weather.close();
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  model.stop();
}
