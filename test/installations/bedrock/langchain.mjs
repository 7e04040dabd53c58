// Asks a model through LangChain, whole and streamed, and then through the same client directly, and prints the answers.
import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import { ChatBedrockConverse } from "@langchain/aws";
import { HumanMessage } from "@langchain/core/messages";
import { BedrockStandIn, recordings } from "../../integration/bedrock/bedrock-stand-in.ts";

const standIn = await BedrockStandIn.start(true);
const client = new BedrockRuntimeClient({
  region: "us-east-1",
  endpoint: standIn.url,
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
});
const modelId = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
const chat = new ChatBedrockConverse({ model: modelId, region: "us-east-1", client });
const play = (name) => standIn.play(recordings().find((recording) => recording.name === name));

play("cache-write-read.1");
const answer = await chat.invoke("What is 10 + 11?");
console.log(answer.content, answer.usage_metadata);

play("dd-converse-stream");
let text = "";
for await (const { content } of await chat.stream("Explain tracing"))
  text += typeof content === "string" ? content : "";
console.log(text);

play("converse");
const image = { format: "png", source: { bytes: Buffer.from("iVBORw0KGgo=", "base64") } };
const messages = [{ role: "user", content: [{ text: "What is this?" }, { image }] }];
const { output, usage } = await client.send(new ConverseCommand({ modelId, messages }));
console.log(output.message.content[0].text, usage.totalTokens, image.source.bytes.length);

play("tool-thinking.1");
const url = "data:image/png;base64,iVBORw0KGgo=";
const asked = new HumanMessage({ content: [{ type: "image_url", image_url: { url } }] });
console.log((await chat.invoke([asked])).tool_calls?.length);
standIn.stop();
client.destroy();
