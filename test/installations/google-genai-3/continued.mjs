import * as genai from "@google/genai";
import { continueInteractions } from "../google-genai-interactions.mjs";

await continueInteractions(genai);
