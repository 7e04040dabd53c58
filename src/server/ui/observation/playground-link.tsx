import type { ObservationV2 } from "@svc/core/api";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { VIEW_PATHS } from "../../pages/page-views.ts";
import { useProject } from "../data/project.tsx";

/** Link that opens a generation in the playground. Nothing for other observations. */
export function PlaygroundLink({ observation }: { observation: ObservationV2 }): ReactElement | null {
  const { path } = useProject();
  const { type, traceId, id } = observation;
  if (type !== "GENERATION" || traceId == null) return null;
  const given = new URLSearchParams({ trace: traceId, observation: id });
  return (
    <Link href={`${path}${VIEW_PATHS.playground}?${given.toString()}`} className="button">
      Open in playground
    </Link>
  );
}
