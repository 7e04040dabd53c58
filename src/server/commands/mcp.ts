import {
  LOCAL_KEYS,
  basicAuthorization,
  hideCredentials,
  joinUrl,
  resolveSetting,
  serviceFetch,
} from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { type Ask, ToolProblem } from "../mcp/api-reads.ts";
import { isLoopbackHost } from "../http/loopback.ts";
import { type Command, messageOf } from "./command.ts";

const [ADDRESS, PUBLIC_KEY, SECRET_KEY] = [settings.baseUrl, settings.publicKey, settings.secretKey].map(
  ({ variables }) => variables[0],
);

const HELP = `Usage: svc-server mcp

Answers a client of the Model Context Protocol on stdin and stdout, such as a coding agent: the client searches and reads the traces,
prompts and metrics of a service. Nothing is changed there.

The service is the one at ${ADDRESS}, read with the keys in ${PUBLIC_KEY} and ${SECRET_KEY}. Without keys, a service on this
machine is read with the pair that every local service accepts. It must be running: npx @svc/server
`;

/** Command that answers an MCP client over stdio until the client ends. */
export const mcpCommand: Command = { help: HELP, run: serveClient };

async function serveClient(parameters: string[]): Promise<void> {
  const [unknown] = parameters;
  if (unknown !== undefined)
    throw new Error(`mcp takes no parameters, but there is ${unknown}. See svc-server mcp --help.`);
  const ask = askService();
  const [{ serveStdio }, { createMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../mcp/mcp-server.ts"),
  ]);
  serveStdio(() => createMcpServer(ask), { maxSubscriptions: 0 });
}

/** Returns the function that asks the service of the settings. Throws when the settings name no service. */
function askService(): Ask {
  const { value: baseUrl, source, invalid } = resolveSetting(settings.baseUrl);
  const [refused] = source === "default" ? invalid : [];
  if (refused)
    throw new Error(`${refused.source} is no http:// or https:// URL. Set it to the address of the service.`);
  const address = hideCredentials(baseUrl);
  const headers = { authorization: authorizationFor(baseUrl) };
  const timeoutMs = resolveSetting(settings.timeout).value * 1_000;
  return async (path) => {
    try {
      return await serviceFetch(joinUrl(baseUrl, `/api/public${path}`), {
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "manual",
      });
    } catch (error) {
      throw new ToolProblem(
        `${address} could not be reached: ${messageOf(error)}. Start the local service with "npx @svc/server", or set ${ADDRESS} to the address of yours.`,
      );
    }
  };
}

function authorizationFor(baseUrl: string): string {
  const [publicKey, secretKey] = [resolveSetting(settings.publicKey).value, resolveSetting(settings.secretKey).value];
  if (publicKey && secretKey) return basicAuthorization(publicKey, secretKey);
  if (publicKey === undefined && secretKey === undefined && isLoopbackHost(new URL(baseUrl).host)) {
    return basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey);
  }
  throw new Error(
    `Set both ${PUBLIC_KEY} and ${SECRET_KEY} to the key pair of the project at ${hideCredentials(baseUrl)}.`,
  );
}
