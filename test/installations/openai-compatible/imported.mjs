import { Cerebras } from "@cerebras/cerebras_cloud_sdk";
import { Groq } from "groq-sdk";
import Groq0 from "groq-sdk-0";
import Together from "together-ai";
import { makeCalls } from "./calls.mjs";

await makeCalls({ "groq 1": Groq, "groq 0": Groq0, together: Together, cerebras: Cerebras });
