import type { AnnotationQueueItem, CreateScoreRequest, ObservationV2, ScoreConfig, SvcAPIClient } from "@svc/core/api";
import { FROM_PAGE } from "../data/own-scores.ts";

/** Values that a person gave an item, as text, by the id of the score config. A config without a value is missing. */
export type GivenValues = Readonly<Record<string, string>>;

/** Id of the score that an item has for a config. An item that is labelled again keeps one score for each config. */
const scoreId = ({ id }: AnnotationQueueItem, { id: configId }: ScoreConfig): string => `${id}-${configId}`;

/** Reads the values that an item has. */
export async function readValues(
  api: SvcAPIClient,
  item: AnnotationQueueItem,
  configs: readonly ScoreConfig[],
): Promise<GivenValues> {
  if (configs.length === 0) return {};
  const id = configs.map((config) => scoreId(item, config)).join(",");
  const { data } = await api.scoresV3.getManyV3({ id, limit: 100 });
  return Object.fromEntries(
    configs.flatMap((config) => {
      const score = data.find((each) => each.id === scoreId(item, config));
      return score === undefined ? [] : [[config.id, textOf(score.value)]];
    }),
  );
}

function textOf(value: string | number | boolean): string {
  return typeof value === "boolean" ? String(Number(value)) : String(value);
}

/** Stores the values of an item as scores, removes those that were taken back, and marks the item as labelled. */
export async function completeItem(
  api: SvcAPIClient,
  item: AnnotationQueueItem,
  configs: readonly ScoreConfig[],
  change: { before: GivenValues; after: GivenValues },
  observation: ObservationV2 | null | undefined,
): Promise<void> {
  const subject = subjectOf(item, observation);
  for (const config of configs) {
    const [before, value] = [change.before[config.id], change.after[config.id]];
    const id = scoreId(item, config);
    if (value === undefined) {
      if (before !== undefined) await api.scores.delete(id);
      continue;
    }
    await api.scores.create({
      ...subject,
      id,
      name: config.name,
      configId: config.id,
      queueId: item.queueId,
      dataType: config.dataType,
      source: "ANNOTATION",
      metadata: { ...FROM_PAGE },
      value: config.dataType === "NUMERIC" || config.dataType === "BOOLEAN" ? Number(value) : value,
    });
  }
  await api.annotationQueues.updateQueueItem(item.queueId, item.id, { status: "COMPLETED" });
}

function subjectOf(
  { objectId, objectType }: AnnotationQueueItem,
  observation: ObservationV2 | null | undefined,
): Pick<CreateScoreRequest, "traceId" | "observationId" | "sessionId"> {
  if (objectType === "SESSION") return { sessionId: objectId };
  if (objectType === "TRACE") return { traceId: objectId };
  if (observation?.traceId == null) throw new Error("The observation is not stored, so its trace is not known");
  return { traceId: observation.traceId, observationId: objectId };
}
