import { buffer } from "node:stream/consumers";
import { MEDIA_REFERENCE_START, parseMediaReference } from "@svc/core/internal";
import type { MediaStorage } from "../storage/media/media-storage.ts";
import type { MessagePart, RunMessage } from "./message.ts";
import { ProviderFailure } from "./providers/provider.ts";

/** Returns messages whose stored images are in them, as a provider needs them. Throws for an image that is not stored. */
export async function withImages(
  messages: readonly RunMessage[],
  projectId: string,
  contents: MediaStorage,
): Promise<readonly RunMessage[]> {
  return Promise.all(
    messages.map(async ({ role, parts }) => ({
      role,
      parts: await Promise.all(parts.map(async (part) => withImage(part, projectId, contents))),
    })),
  );
}

async function withImage(part: MessagePart, projectId: string, contents: MediaStorage): Promise<MessagePart> {
  if (part.kind !== "image" || !part.source.startsWith(MEDIA_REFERENCE_START)) return part;
  const { mediaId, contentType } = parseMediaReference(part.source);
  const content = await contents.read({ projectId, id: mediaId });
  if (content === undefined) throw new ProviderFailure(`the image ${mediaId} is not stored`);
  return { kind: "image", source: `data:${contentType};base64,${(await buffer(content)).toString("base64")}` };
}
