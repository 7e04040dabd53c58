import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { LOCAL_KEYS, basicAuthorization, mediaHash, mediaIdOf, mediaTag, uploadMedia } from "@svc/core/internal";
import type { RunningServer } from "@svc/server";
import { type TestSpan, send } from "../server/otlp-calls.ts";
import { MESSAGE_SHAPES, PICTURE } from "./message-shapes.ts";

/** Trace with a generation for each shape of a message, below each other in the order of the shapes. */
export const MESSAGE_TRACE: string = "e".repeat(32);

/** Returns the id of the observation of a shape, by the place of the shape. */
export const shapeId = (place: number): string => (place + 1).toString(16).padStart(16, "0");

/** Stores the trace and the picture in a service. */
export async function sendMessageTrace(server: RunningServer): Promise<void> {
  const bytes = Buffer.from(PICTURE, "base64");
  const media = { bytes, contentType: "image/png" };
  const authorization = basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey);
  const place = { traceId: MESSAGE_TRACE, field: "input" } as const;
  await uploadMedia({ baseUrl: server.url, headers: { authorization }, media, place, timeoutMs: 10_000 });
  const reference = mediaTag("image/png", mediaIdOf(mediaHash(bytes)), "bytes");
  const start = Date.now() - 60_000;
  const spans = MESSAGE_SHAPES.map(({ name, attributes }, index): TestSpan => ({
    traceId: MESSAGE_TRACE,
    spanId: shapeId(index),
    name,
    start: start + index,
    end: start + index + 100,
    attributes: {
      [svc.OBSERVATION_TYPE]: "generation",
      "session.id": `shape-${index}`,
      [`${svc.OBSERVATION_METADATA}.seen`]: JSON.stringify(index === 0 ? reference : "words"),
      ...attributes(reference),
    },
  }));
  await send(server, { spans });
}
