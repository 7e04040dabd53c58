import type { AnnotationQueueItem, CreateScoreRequest, ObservationV2, ScoreConfig, SvcAPIClient } from "@svc/core/api";
import { FROM_PAGE } from "../data/own-scores.ts";
import { signedInId } from "../data/signed-in.ts";

/** Values that a person gave an item, as text, by the id of the score config. A config without a value is missing. */
export type GivenValues = Readonly<Record<string, string>>;

/**
 * Returns the id of the score that a person gives an item for a config. Who labels an item again replaces the own score, and nobody
 * that of another person. Without a sign-in, an item has one score for each config.
 */
function scoreId({ id }: AnnotationQueueItem, { id: configId }: ScoreConfig): string {
  return [id, configId, signedInId()].filter((part) => part !== undefined).join("-");
}

/** Most scores of one read: their ids are in its address, whose length is limited. */
const MOST_IDS = 50;

/** Reads the values that the person gave an item. */
export async function readValues(
  api: SvcAPIClient,
  item: AnnotationQueueItem,
  configs: readonly ScoreConfig[],
): Promise<GivenValues> {
  const values: Record<string, string> = {};
  for (let start = 0; start < configs.length; start += MOST_IDS) {
    const configIds = new Map(
      configs.slice(start, start + MOST_IDS).map((config) => [scoreId(item, config), config.id]),
    );
    const { data } = await api.scoresV3.getManyV3({ id: [...configIds.keys()].join(","), limit: MOST_IDS });
    for (const { id, value } of data) values[configIds.get(id) ?? ""] = textOf(value);
  }
  return values;
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
    if (value === before) continue;
    if (value === undefined) {
      await api.scores.delete(id);
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
