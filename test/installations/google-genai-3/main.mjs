import * as genai from "@google/genai";
import { converse } from "../google-genai.mjs";

await converse(genai);
