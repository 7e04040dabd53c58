// Sends media in the fields of three providers' packages: `node base64-child.mjs PROVIDER`, in the folder of its installation. The address
// of the model is in MODEL_URL, the forms of the media are on standard input: `[{ uri, base64 }]`.
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const [provider] = process.argv.slice(2);
const baseURL = process.env.MODEL_URL;
const forms = JSON.parse(await text(process.stdin));
const load = (name) => import(pathToFileURL(createRequire(join(process.cwd(), "package.json")).resolve(name)).href);

const PROVIDERS = {
  async openai() {
    const { OpenAI } = await load("openai");
    const { chat } = new OpenAI({ apiKey: "k", baseURL, maxRetries: 0 });
    return ({ uri, base64 }) =>
      chat.completions.create({
        model: "m",
        messages: [
          {
            role: "user",
            content: [
              { type: "image_url", image_url: { url: uri } },
              { type: "file", file: { filename: "a.pdf", file_data: uri } },
              { type: "file", file: { filename: "b.pdf", file_data: base64 } },
              { type: "input_audio", input_audio: { data: base64, format: "wav" } },
            ],
          },
        ],
      });
  },
  async anthropic() {
    const { Anthropic } = await load("@anthropic-ai/sdk");
    const { messages } = new Anthropic({ apiKey: "k", baseURL, maxRetries: 0 });
    return ({ base64 }) =>
      messages.create({
        model: "m",
        max_tokens: 9,
        messages: [
          {
            role: "user",
            content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: base64 } }],
          },
        ],
      });
  },
  async google() {
    const { GoogleGenAI } = await load("@google/genai");
    const { models } = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: baseURL } });
    return ({ base64 }) =>
      models.generateContent({
        model: "m",
        contents: [{ role: "user", parts: [{ inlineData: { mimeType: "image/png", data: base64 } }] }],
      });
  },
};

const call = await PROVIDERS[provider]();
for (const form of forms) await call(form);
