import type { ScoreV3 } from "@svc/core/api";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { useProject } from "../data/project.tsx";

/** Link to what a score is about. */
export function SubjectLink({ score: { subject } }: { score: ScoreV3 }): ReactElement | null {
  const { path } = useProject();
  if (subject === undefined) return null;
  const id = encodeURIComponent(subject.id);
  const addresses = {
    trace: `/traces/${id}`,
    observation: `/traces/${encodeURIComponent("traceId" in subject ? String(subject.traceId) : "")}?observation=${id}`,
    session: `/sessions/${id}`,
    experiment: `/experiments/results?baseline=${id}`,
  } as const;
  return (
    <Link href={path + addresses[subject.kind]} className="text-link hover:underline">
      {subject.kind} <bdi className="font-mono text-xs">{subject.id.slice(0, 8)}</bdi>
    </Link>
  );
}
