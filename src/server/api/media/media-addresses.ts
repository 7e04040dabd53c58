import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { accessError } from "../../http/http-errors.ts";
import { ADDRESS_LIFETIME_MS, type MediaKey, type SignedAddress } from "../../storage/media/media-storage.ts";
import type { StoragePorts } from "../../storage/storage-ports.ts";
import type { Records } from "../../storage/records.ts";
import type { Media } from "../../resources/media.ts";
import { sql } from "../../storage/sql.ts";
import type { ServiceEnvironment } from "../service.ts";

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

/** Returns the public address of the service; without one, that under which the client of a request reaches it, such as `http://localhost:3000`. */
export function originOf({ var: { publicUrl }, req }: Context<ServiceEnvironment>): string {
  return publicUrl ?? new URL(req.url).origin;
}

/** Returns the address to fetch a content from. `origin` is that of {@link originOf}. */
export async function downloadAddress(
  { records, mediaContents: { transfer } }: Pick<StoragePorts, "records" | "mediaContents">,
  origin: string,
  { projectId, id }: MediaKey,
  { contentType }: Pick<Media, "contentType">,
): Promise<SignedAddress> {
  if (transfer.kind === "direct") return transfer.downloadAddress({ projectId, id }, contentType);
  return signAddress(records, origin, { use: "get", projectId, mediaId: id, contentType: "" });
}

/** Returns the address to put a content to. `origin` is that of {@link originOf}. */
export async function uploadUrl(
  { records, mediaContents: { transfer } }: Pick<StoragePorts, "records" | "mediaContents">,
  origin: string,
  { projectId, id }: MediaKey,
  expected: Pick<Media, "contentType" | "contentLength" | "sha256Hash">,
): Promise<string> {
  if (transfer.kind === "direct") return transfer.uploadUrl({ projectId, id }, expected);
  const { contentType } = expected;
  const { url } = await signAddress(records, origin, { use: "put", projectId, mediaId: id, contentType });
  return url;
}

/** Creates a signed address. `origin` is that of {@link originOf}. */
async function signAddress(records: Records, origin: string, grant: MediaGrant): Promise<SignedAddress> {
  const expires = Date.now() + ADDRESS_LIFETIME_MS;
  const query = new URLSearchParams({
    use: grant.use,
    expires: String(expires),
    signature: await signatureOf(records, grant, String(expires)),
  });
  return {
    url: `${origin}${MEDIA_CONTENT_PATH}/${grant.projectId}/${grant.mediaId}?${query.toString()}`,
    expiry: new Date(expires).toISOString(),
  };
}

/** Throws a 403 when an address does not allow this use, or has expired. */
export async function checkAddress(
  records: Records,
  grant: MediaGrant,
  query: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const [expires = ""] = query["expires"] ?? [];
  const [signature = ""] = query["signature"] ?? [];
  const given = Buffer.from(signature);
  const expected = Buffer.from(await signatureOf(records, grant, expires));
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

async function signatureOf(
  records: Records,
  { use, projectId, mediaId, contentType }: MediaGrant,
  expires: string,
): Promise<string> {
  const key = await records.get(sql<{ secret: string }>`SELECT secret FROM media_key`);
  if (key === undefined) throw new Error("The database has no key to sign the addresses of media with");
  return createHmac("sha256", key.secret)
    .update(JSON.stringify([use, projectId, mediaId, contentType, expires]))
    .digest("hex");
}
