import { serverOf } from "../mcp-server.mjs";
import { sdk } from "./sdk.mjs";

await serverOf(sdk).connect(new sdk.StdioServerTransport());
