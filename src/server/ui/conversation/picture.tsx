import { parseMediaReference } from "@svc/core/internal";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Text } from "../components/text.tsx";
import { useProject } from "../data/project.tsx";

/** Image of a message, from the data or the media of the service. An image on another host is named, not loaded. */
export function Picture({ source }: { source: string }): ReactElement {
  if (source.startsWith("@@@svcMedia:")) return <StoredPicture reference={source} />;
  if (/^data:image\/(png|jpeg|gif|webp|avif)[;,]/.test(source)) return <Image address={source} />;
  return (
    <p className="text-soft flex gap-1">
      image not loaded: <Text>{source}</Text>
    </p>
  );
}

function StoredPicture({ reference }: { reference: string }): ReactElement {
  const { id, api } = useProject();
  const { data, error } = useQuery({
    queryKey: ["media", id, reference],
    queryFn: async () => api.media.get(parseMediaReference(reference).mediaId),
    // The address of the content works for an hour.
    staleTime: 30 * 60_000,
  });
  if (error !== null) return <p className="text-soft">image not here: {error.message.slice(0, 300)}</p>;
  return data === undefined ? <p className="text-soft">image…</p> : <Image address={data.url} />;
}

function Image({ address }: { address: string }): ReactElement {
  return <img src={address} alt="In the message" className="border-line max-h-80 max-w-full rounded border" />;
}
