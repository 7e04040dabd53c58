import * as genai from "@google/genai";
import { interact } from "../google-genai-interactions.mjs";

await interact(genai);
