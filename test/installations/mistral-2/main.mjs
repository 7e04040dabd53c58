import * as mistral from "@mistralai/mistralai";
import * as zod from "zod";
import { converse } from "../mistral.mjs";

await converse(mistral, zod);
