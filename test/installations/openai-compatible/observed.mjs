// Observes each client by hand.
import { Cerebras } from "@cerebras/cerebras_cloud_sdk";
import { observeOpenAI } from "@svc/openai";
import { Groq } from "groq-sdk";
import Groq0 from "groq-sdk-0";
import Together from "together-ai";
import { makeCalls } from "./calls.mjs";

const classes = { "groq 1": Groq, "groq 0": Groq0, together: Together, cerebras: Cerebras };
await makeCalls(classes, (client) => observeOpenAI(client, { generationMetadata: { by: "hand" } }));
