import * as mistral from "@mistralai/mistralai";
import * as zod from "zod/v3";
import { converse } from "../mistral.mjs";

await converse(mistral, zod);
