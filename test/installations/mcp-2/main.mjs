import { fileURLToPath } from "node:url";
import { converse } from "../mcp.mjs";
import { sdk } from "./sdk.mjs";

await converse({ ...sdk, server: fileURLToPath(new URL("server.mjs", import.meta.url)) });
