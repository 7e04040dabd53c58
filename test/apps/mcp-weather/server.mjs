// An ES module application: the weather server.
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serve } from "./weather-server.mjs";

serve({ McpServer, NodeStreamableHTTPServerTransport, z });
