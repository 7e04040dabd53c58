import type { Hono } from "hono";
import type { Service, ServiceEnvironment } from "../api/service.ts";
import type { ProjectAccess } from "../http/access.ts";
import { askForKeys, pageAccess } from "../pages/page-access.ts";
import { skillFile } from "./skill.ts";

/** Path of the endpoint for MCP clients. */
export const MCP_PATH = "/mcp";

const KEYS_NEEDED =
  "A coding agent needs a key pair of the project here: the public key as name, the secret key as password";

/** Path of the skill file. It has nothing of a project, and no access is checked. */
const SKILL_PATH = "/skill.md";

/**
 * Adds the endpoint for clients of the Model Context Protocol, over streamable HTTP and without sessions. Its requests have the
 * access of their key pair or, where the service is open to its machine, that of the local project. A session of a browser gives none: a coding
 * agent has keys. Its tools read through the API of the page, which checks the same request.
 */
export function mountMcp(app: Hono<ServiceEnvironment>, service: Service): void {
  const { credentials, local, signIn } = service;
  app.all(MCP_PATH, async ({ req, env }) => {
    const permit = async (): Promise<ProjectAccess> => {
      if (signIn !== undefined && env.incoming.headers.authorization === undefined) throw askForKeys(KEYS_NEEDED);
      return pageAccess({ credentials, local, signIn: undefined }, env.incoming, "data");
    };
    const access = await permit();
    const api = `/project/${encodeURIComponent(access.projectId)}/api/public`;
    // Loaded at the first request: few services are asked by a coding agent.
    const { handleMcpRequest } = await import("./mcp-handler.ts");
    const answer = await handleMcpRequest(req.raw, async (path) =>
      app.fetch(new Request(new URL(api + path, req.url)), env),
    );
    return service.openStreams.watch(answer, access, permit);
  });
  app.get(SKILL_PATH, (context) =>
    context.body(skillFile(new URL(context.req.url).origin), 200, {
      "content-type": "text/markdown; charset=utf-8",
      "x-content-type-options": "nosniff",
    }),
  );
}
