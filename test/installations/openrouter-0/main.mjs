import * as openrouter from "@openrouter/sdk";
import { converse } from "../openrouter.mjs";

await converse(openrouter);
