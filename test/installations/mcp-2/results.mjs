import { Server } from "@modelcontextprotocol/server";
import { readResults } from "../mcp-results.mjs";
import { sdk } from "./sdk.mjs";

await readResults({ ...sdk, Server, callRequest: "tools/call", listRequest: "tools/list" });
