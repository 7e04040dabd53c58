// Asks a model that declines, and another one answers in the same message: by the middleware of Anthropic's SDK, which asks both, and by
// the API. Prints the models that the application sees.
import Anthropic from "@anthropic-ai/sdk";
import { BetaFallbackState, betaRefusalFallbackMiddleware } from "@anthropic-ai/sdk/lib/middleware";
import { createServer } from "node:http";

const DECLINES = "claude-opus-5";
const ANSWERS = "claude-haiku-4-5";
const USAGE = { input_tokens: 9, output_tokens: 2 };
const REFUSAL = { type: "refusal", category: "cyber", explanation: "No.", fallback_credit_token: "token" };
const SEAM = { type: "fallback", from: { model: DECLINES }, to: { model: ANSWERS }, trigger: { type: "refusal" } };
const TEXT = { type: "text", text: "Hello" };

/** Returns a message of a model with this content. */
function messageOf(model, content) {
  const isRefusal = content.length === 0;
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: isRefusal ? "refusal" : "end_turn",
    stop_details: isRefusal ? REFUSAL : null,
    usage: USAGE,
  };
}

/** Returns the frames of a streamed message, whose first event names the model that was asked. */
function framesOf({ content, stop_reason, stop_details, ...message }, asked) {
  const blocks = content.flatMap((block, index) => [
    { type: "content_block_start", index, content_block: block.type === "text" ? { type: "text", text: "" } : block },
    ...(block.type === "text"
      ? [{ type: "content_block_delta", index, delta: { type: "text_delta", text: block.text } }]
      : []),
    { type: "content_block_stop", index },
  ]);
  const events = [
    { type: "message_start", message: { ...message, model: asked, content: [], stop_reason: null } },
    ...blocks,
    { type: "message_delta", delta: { stop_reason, stop_details }, usage: USAGE },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

const server = createServer((request, response) => void answer(request, response));
async function answer(request, response) {
  const { model, fallbacks, stream } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const isDeclined = model === DECLINES && fallbacks === undefined;
  const content = isDeclined ? [] : fallbacks === undefined ? [TEXT] : [SEAM, TEXT];
  const message = messageOf(fallbacks === undefined ? model : ANSWERS, content);
  response
    .writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" })
    .end(stream ? framesOf(message, model) : JSON.stringify(message));
}
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const settings = { apiKey: "none", baseURL: `http://127.0.0.1:${server.address().port}`, logLevel: "off" };
const ofApi = new Anthropic(settings);
const ofMiddleware = new Anthropic({ ...settings, middleware: [betaRefusalFallbackMiddleware([{ model: ANSWERS }])] });
const request = { model: DECLINES, max_tokens: 64, messages: [{ role: "user", content: "Hello" }] };
const models = [];
for (const client of [ofMiddleware, ofApi]) {
  const asked = client === ofApi ? { ...request, fallbacks: [{ model: ANSWERS }] } : request;
  const options = () => (client === ofMiddleware ? { fallbackState: new BetaFallbackState() } : {});
  models.push((await client.beta.messages.create(asked, options())).model);
  models.push((await client.beta.messages.stream(asked, options()).finalMessage()).model);
}
console.log(models.join(" "));
server.close();
