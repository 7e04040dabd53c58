import { foundOr404, invalidParameter, namedError } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import type { ApiRequest } from "../routing/api-request.ts";
import { type Route, ownRoute } from "../routing/route.ts";

const LIMIT = 100;

/** Changes of a project and of the organization: who made which, and when. */
export const auditLogRoutes: readonly Route[] = [
  ownRoute({ method: "GET", path: "/api/local/audit-log", access: "project" }, answer),
  ownRoute({ method: "GET", path: "/api/local/organization/audit-log", access: "organization" }, answer),
];

type ListRequest = ApiRequest<{ params: object; query: Record<string, string[]>; body: undefined }>;

async function answer({ service, access, query }: ListRequest): Promise<unknown> {
  const log = service.auditLog;
  if (log === undefined) {
    throw namedError("NotImplementedError", "The audit log begins with the sign-in (SVC_OIDC_ISSUER), which is off");
  }
  const { items, last } = await log.list(foundOr404(access, "access", ""), {
    limit: LIMIT,
    before: cursorIn(query["cursor"]?.[0]),
  });
  return {
    data: items.map(({ id, content: { actor, role, method, path, outcome, refused }, createdAt }) => {
      return { id, actor, role, method, path, outcome, refused, time: isoTime(createdAt) };
    }),
    meta: { ...(last !== undefined && { cursor: String(last) }) },
  };
}

function cursorIn(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,15}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw invalidParameter("cursor", "a cursor of an earlier answer is expected");
}
