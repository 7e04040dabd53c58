import * as ollama from "ollama";
import { converse } from "../ollama.mjs";

await converse(ollama);
