// Answers one question with a prompt of the service, and links the generation to it. Started under the preload.
import { SvcClient } from "@svc/client";
import { startObservation } from "@svc/tracing";

const client = new SvcClient();
const [name = "", label = "production"] = process.argv.slice(2);
const prompt = await client.prompt.get(name, { label });
const input = prompt.compile({ shop: "the bookshop", question: "Where is my order?" });
const usageDetails = { input: 20, output: 5, total: 25 };
startObservation("answer", { prompt, input, model: "gpt-4.1-mini", usageDetails }, { asType: "generation" })
  .update({ output: "On its way." })
  .end();
