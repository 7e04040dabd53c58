import { parseMediaReference } from "@svc/core/internal";
import { mediaTypeOf } from "@svc/core/internal/messages";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useProject } from "../data/project.tsx";
import { Text } from "./text.tsx";

/** Types of media that a browser shows or plays without running anything. */
const SHOWN = /^(image)\/(?:png|jpe?g|gif|webp|avif)$|^(audio|video)\/[\w.+-]+$/;

/**
 * Picture, sound or film, from the data or the media of the service, with a link to open or keep it. Any other file is a link. Media on
 * another host are named, not loaded: a visit must not be seen there.
 */
export function Media({ source }: { source: string }): ReactElement {
  const type = mediaTypeOf(source);
  if (type === undefined) return <Elsewhere address={source} />;
  return source.startsWith("data:") ? (
    <Player type={type} address={source} isData />
  ) : (
    <StoredMedia reference={source} type={type} />
  );
}

function Elsewhere({ address }: { address: string }): ReactElement {
  const isWeb = /^https?:\/\//i.test(address);
  return (
    <p className="text-soft flex min-w-0 gap-1 font-sans">
      not loaded:
      {isWeb ? (
        <a href={address} target="_blank" rel="noopener noreferrer" className="text-link flex min-w-0 underline">
          <Text>{address}</Text>
        </a>
      ) : (
        <Text>{address}</Text>
      )}
    </p>
  );
}

function StoredMedia({ reference, type }: { reference: string; type: string }): ReactElement {
  const { id, api } = useProject();
  const { data, error } = useQuery({
    queryKey: ["media", id, reference],
    queryFn: async () => api.media.get(parseMediaReference(reference).mediaId),
    // The address of the content works for an hour.
    staleTime: 30 * 60_000,
  });
  if (error !== null)
    return (
      <p className="text-soft font-sans break-words">
        <bdi>{type}</bdi> not here: {error.message.slice(0, 300)}
      </p>
    );
  return data === undefined ? (
    <p className="text-soft font-sans">media…</p>
  ) : (
    <Player type={data.contentType.toLowerCase()} address={data.url} isData={false} />
  );
}

function Player({ type, address, isData }: { type: string; address: string; isData: boolean }): ReactElement {
  const [isBroken, setBroken] = useState(false);
  const [, picture, played] = SHOWN.exec(type) ?? [];
  const look = "border-line max-h-80 max-w-full rounded border object-contain";
  const onError = (): void => setBroken(true);
  // Recorded sounds and films have no captions.
  return (
    <span className="flex max-w-full flex-col items-start gap-0.5 font-sans">
      {picture !== undefined && !isBroken && (
        <img src={address} alt="In the message" className={look} onError={onError} />
      )}
      {played === "audio" && (
        <audio controls src={address} preload="metadata" aria-label="Sound" className="w-full max-w-md" />
      )}
      {played === "video" && <video controls src={address} preload="metadata" aria-label="Film" className={look} />}
      <span className="text-soft flex flex-wrap gap-x-2">
        {isBroken && "This picture cannot be shown."}
        <MediaLink type={type} address={address} isOpened={!isData && SHOWN.test(type)} />
      </span>
    </span>
  );
}

/** Link to media. Browsers open no data URI, and what could run code is kept as a file. */
function MediaLink({ type, address, isOpened }: { type: string; address: string; isOpened: boolean }): ReactElement {
  const where = isOpened ? { target: "_blank", rel: "noopener noreferrer" } : { download: "" };
  return (
    <a href={address} {...where} className="text-link underline">
      {isOpened ? "Open" : "Download"} <bdi>{type.slice(0, 100)}</bdi>
    </a>
  );
}
