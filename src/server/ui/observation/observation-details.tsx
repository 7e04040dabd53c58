import { isJsonObject, type Fields } from "@svc/core/internal/messages";
import type { ObservationV2 } from "@svc/core/api";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { JsonValue } from "../components/json-value.tsx";
import { Problem } from "../components/problem.tsx";
import { useProject } from "../data/project.tsx";
import { useSettled } from "../data/settled.ts";
import { readObservation } from "../data/trace-observations.ts";
import { Comments } from "./comments.tsx";
import { Exceptions } from "./exceptions.tsx";
import { Metadata } from "./metadata.tsx";
import { ObservationContent } from "./observation-content.tsx";
import { ObservationHead } from "./observation-head.tsx";
import { ObservationSearch } from "./observation-search.tsx";
import { Scores } from "./scores.tsx";
import { Section } from "./section.tsx";
import { UsageTable } from "./usage-table.tsx";

/** Time without another choice after which an observation is read, in milliseconds. */
const SETTLING_MS = 80;

interface ObservationDetailsProps {
  row: ObservationV2;
  /** Way in which the call ended, when it neither finished nor failed. */
  outcome: string | undefined;
}

/** Observation in full. `row` is what the tree knows of it; the contents are read when it is chosen. */
export function ObservationDetails({ row, outcome }: ObservationDetailsProps): ReactElement {
  const { id, api } = useProject();
  const settled = useSettled(row, SETTLING_MS);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["observation", id, settled.traceId, settled.id, settled.updatedAt],
    queryFn: async () => (await readObservation(api, settled.traceId ?? "", settled.id)) ?? null,
    staleTime: Infinity,
  });
  const whole = settled.id === row.id ? data : undefined;
  return (
    <article aria-busy={isPending || settled.id !== row.id} className="p-4">
      <ObservationHead observation={row} whole={whole ?? undefined} outcome={outcome} />
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {whole === null && <p>The observation is no longer stored.</p>}
      {whole && <Whole key={whole.id} observation={whole} />}
    </article>
  );
}

function Whole({ observation }: { observation: ObservationV2 }): ReactElement {
  const { input, output, metadata, modelParameters } = observation;
  const fields = isJsonObject(metadata) ? metadata : {};
  return (
    <>
      <ObservationSearch observation={observation} />
      <Exceptions exceptions={exceptionsIn(fields)} />
      <ObservationContent input={input} output={output} />
      <UsageTable observation={observation} />
      <Scores observation={observation} />
      <Comments observation={observation} />
      {isJsonObject(modelParameters) && Object.keys(modelParameters).length > 0 && (
        <Section title="Parameters">
          <JsonValue value={modelParameters} isOpen />
        </Section>
      )}
      <Metadata fields={fields} />
      <Section title="Raw">
        <JsonValue value={observation} isOpen={false} isRaw />
      </Section>
    </>
  );
}

/**
 * Returns the exceptions that the service keeps in the metadata: the last one below `exception.`, and a list when there were
 * several.
 */
function exceptionsIn(metadata: Fields): readonly unknown[] {
  if (Array.isArray(metadata["exceptions"])) return metadata["exceptions"];
  const last = Object.entries(metadata).flatMap(([path, value]) =>
    path.startsWith("exception.") ? [[path.slice("exception.".length), value] as const] : [],
  );
  return last.length === 0 ? [] : [Object.fromEntries(last)];
}
