import * as cohere from "cohere-ai";
import { converse } from "../cohere.mjs";

await converse(cohere);
