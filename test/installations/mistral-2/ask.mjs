// Asks Mistral's model once, at the address in the environment.
import { Mistral } from "@mistralai/mistralai";

const client = new Mistral({ apiKey: "none", serverURL: process.env.MODEL_URL });
const messages = [{ role: "user", content: "Hello" }];
const { choices } = await client.chat.complete({ model: "mistral-small-latest", messages });
console.log(choices[0].message.content);
