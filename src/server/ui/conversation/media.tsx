import { parseMediaReference } from "@svc/core/internal";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Text } from "../components/text.tsx";
import { useProject } from "../data/project.tsx";

/** Types of media that a browser shows or plays without running anything. */
const SHOWN = /^data:((?:image\/(?:png|jpeg|gif|webp|avif))|(?:audio|video)\/[\w.+-]+)[;,]/;

/** Image, sound or film of a message, from the data or the media of the service. Media on another host are named, not loaded. */
export function Media({ source }: { source: string }): ReactElement {
  if (source.startsWith("@@@svcMedia:")) return <StoredMedia reference={source} />;
  const [, type] = SHOWN.exec(source) ?? [];
  if (type !== undefined) return <Player type={type} address={source} />;
  return (
    <p className="text-soft flex gap-1">
      not loaded: <Text>{source}</Text>
    </p>
  );
}

function StoredMedia({ reference }: { reference: string }): ReactElement {
  const { id, api } = useProject();
  const { data, error } = useQuery({
    queryKey: ["media", id, reference],
    queryFn: async () => api.media.get(parseMediaReference(reference).mediaId),
    // The address of the content works for an hour.
    staleTime: 30 * 60_000,
  });
  if (error !== null) return <p className="text-soft break-words">not here: {error.message.slice(0, 300)}</p>;
  return data === undefined ? (
    <p className="text-soft">media…</p>
  ) : (
    <Player type={data.contentType} address={data.url} />
  );
}

function Player({ type, address }: { type: string; address: string }): ReactElement {
  const [kind] = type.split("/");
  const look = "border-line max-h-80 max-w-full rounded border";
  if (kind === "image") return <img src={address} alt="In the message" className={look} />;
  // What was recorded has no captions.
  if (kind === "audio")
    return <audio controls src={address} preload="metadata" aria-label="Sound" className="w-full max-w-md" />;
  if (kind === "video") return <video controls src={address} preload="metadata" aria-label="Film" className={look} />;
  return (
    <a href={address} download className="text-link underline">
      Download the file (<bdi>{type.slice(0, 100)}</bdi>)
    </a>
  );
}
