import type { ObservationV2 } from "@svc/core/api";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { durationText, timeText } from "../components/format.ts";
import { JsonValue } from "../components/json-value.tsx";
import { LongText } from "../components/long-text.tsx";
import { Problem } from "../components/problem.tsx";
import { Text } from "../components/text.tsx";
import { TypeBadge } from "../components/type-badge.tsx";
import { type Fields, isFields } from "../conversation/message.ts";
import { useProject } from "../data/project.tsx";
import { useSettled } from "../data/settled.ts";
import { readObservation } from "../data/trace-observations.ts";
import { CopyButton } from "./copy-button.tsx";
import { Exceptions } from "./exceptions.tsx";
import { ObservationContent } from "./observation-content.tsx";
import { ScoreTable } from "./score-table.tsx";
import { Section } from "./section.tsx";
import { UsageTable } from "./usage-table.tsx";

/** Time without another choice after which an observation is read, in milliseconds. */
const SETTLING_MS = 80;

/** Observation in full. `row` is what the tree knows of it; the contents are read when it is chosen. */
export function ObservationDetails({ row }: { row: ObservationV2 }): ReactElement {
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
      <Head observation={row} whole={whole ?? undefined} />
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {whole === null && <p>The observation is no longer stored.</p>}
      {whole && <Whole key={whole.id} observation={whole} />}
    </article>
  );
}

function Head({ observation, whole }: { observation: ObservationV2; whole: ObservationV2 | undefined }): ReactElement {
  const { name, type, level, statusMessage, startTime, endTime, completionStartTime, environment } = observation;
  const start = Date.parse(startTime);
  const facts = [
    ["Started", timeText(start)],
    ["Latency", endTime === null ? undefined : durationText(Date.parse(endTime) - start)],
    ["First token", completionStartTime == null ? undefined : durationText(Date.parse(completionStartTime) - start)],
    ["Model", observation.providedModelName],
    ["Prompt", whole?.promptName == null ? undefined : `${whole.promptName} version ${whole.promptVersion}`],
    ["User", observation.userId],
    ["Session", observation.sessionId],
    ["Environment", environment],
    ["Release", observation.release],
    ["Tags", observation.tags?.join(", ")],
  ] as const;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <TypeBadge type={type} />
        <h2 className="flex min-w-0 text-base font-semibold">
          <Text>{name || "unnamed"}</Text>
        </h2>
        {level !== "DEFAULT" && level !== undefined && (
          <strong className={level === "ERROR" ? "text-red" : "text-amber"}>{level}</strong>
        )}
        <div className="ml-auto">{whole && <CopyButton value={whole} />}</div>
      </div>
      {statusMessage != null && statusMessage !== "" && (
        <div className={level === "ERROR" ? "text-red" : "text-soft"}>
          <LongText>{statusMessage}</LongText>
        </div>
      )}
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {facts.map(([label, value]) =>
          value == null || value === "" ? null : (
            <div key={label} className="min-w-0">
              <dt className="text-soft text-xs">{label}</dt>
              <dd className="flex">
                <Text>{value}</Text>
              </dd>
            </div>
          ),
        )}
      </dl>
    </>
  );
}

function Whole({ observation }: { observation: ObservationV2 }): ReactElement {
  const { input, output, metadata, modelParameters } = observation;
  const fields = isFields(metadata) ? metadata : {};
  return (
    <>
      <Exceptions exceptions={exceptionsIn(fields)} />
      <ObservationContent input={input} output={output} />
      <UsageTable observation={observation} />
      <ScoreTable observation={observation} />
      {isFields(modelParameters) && Object.keys(modelParameters).length > 0 && (
        <Section title="Parameters">
          <JsonValue value={modelParameters} isOpen />
        </Section>
      )}
      {Object.keys(fields).length > 0 && (
        <Section title="Metadata">
          <JsonValue value={fields} isOpen />
        </Section>
      )}
      <Section title="Raw">
        <JsonValue value={observation} />
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
