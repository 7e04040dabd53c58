import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { accessError } from "../../http/http-errors.ts";
import type { Records } from "../../storage/records.ts";
import { sql } from "../../storage/sqlite/sql.ts";

/** Lifetime of an address: one hour. */
const LIFETIME_MS = 3_600_000;

/** Path to which media contents are put and from which they are fetched. */
export const MEDIA_CONTENT_PATH = "/api/public/media-content";

/** Permission that one address gives. */
export interface MediaGrant {
  use: "get" | "put";
  projectId: string;
  mediaId: string;
  /** Content type of the content to put; empty to fetch. */
  contentType: string;
}

/** Address that works without keys, and the time at which it expires. */
export interface SignedAddress {
  url: string;
  /** Time in ISO 8601. */
  expiry: string;
}

/** Returns the address under which the client of a request reaches the service, such as `http://localhost:3000`. */
export function originOf(context: Context): string {
  return new URL(context.req.url).origin;
}

/** Creates a signed address. `origin` is the address under which the client reaches the service. */
export function signAddress(records: Records, origin: string, grant: MediaGrant): SignedAddress {
  const expires = Date.now() + LIFETIME_MS;
  const query = new URLSearchParams({
    use: grant.use,
    expires: String(expires),
    signature: signatureOf(records, grant, String(expires)),
  });
  return {
    url: `${origin}${MEDIA_CONTENT_PATH}/${grant.projectId}/${grant.mediaId}?${query.toString()}`,
    expiry: new Date(expires).toISOString(),
  };
}

/** Throws a 403 when an address does not allow this use, or has expired. */
export function checkAddress(
  records: Records,
  grant: MediaGrant,
  query: Readonly<Record<string, readonly string[]>>,
): void {
  const [expires = ""] = query["expires"] ?? [];
  const [signature = ""] = query["signature"] ?? [];
  const given = Buffer.from(signature);
  const expected = Buffer.from(signatureOf(records, grant, expires));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw accessError(403, "This address was not made by this service, or was changed");
  }
  if (Date.now() > Number(expires)) {
    throw accessError(
      403,
      `This address could be used until ${new Date(Number(expires)).toISOString()}: ask for a new one`,
    );
  }
}

function signatureOf(records: Records, { use, projectId, mediaId, contentType }: MediaGrant, expires: string): string {
  const key = records.get(sql<{ secret: string }>`SELECT secret FROM media_key`);
  if (key === undefined) throw new Error("The database has no key to sign the addresses of media with");
  return createHmac("sha256", key.secret)
    .update(JSON.stringify([use, projectId, mediaId, contentType, expires]))
    .digest("hex");
}
