import * as genai from "@google/genai";
import { talk } from "../google-genai-live.mjs";

await talk(genai);
