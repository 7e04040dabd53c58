import type {
  APIPromise,
  CreateScoreRequest,
  CreateScoresResponse,
  Dataset,
  ObservationsV2Response,
  RequestOptions,
  SvcAPIClient,
} from "@svc/core/api";
import { describe, expectTypeOf, it } from "vitest";

// @ts-expect-error Removed with `trace.get`.
import type { Trace } from "@svc/core/api";
// @ts-expect-error Removed with `trace.get`.
import type { TraceWithFullDetails } from "@svc/core/api";
// @ts-expect-error Removed with `trace.list`.
import type { Traces } from "@svc/core/api";
// @ts-expect-error Removed with `sessions`.
import type { Session } from "@svc/core/api";
// @ts-expect-error Removed with `sessions.list`.
import type { PaginatedSessions } from "@svc/core/api";
// @ts-expect-error Removed with the observations of version 1.
import type { Observation } from "@svc/core/api";
// @ts-expect-error Removed with the observations of version 1.
import type { ObservationsView } from "@svc/core/api";
// @ts-expect-error Removed with `datasets.getRun`.
import type { DatasetRun } from "@svc/core/api";
// @ts-expect-error Removed with `datasetRunItems`.
import type { DatasetRunItem } from "@svc/core/api";
// @ts-expect-error Removed with the scores of version 1.
import type { ScoreV1 } from "@svc/core/api";
// @ts-expect-error Removed with `scores.getMany`.
import type { GetScoresResponse } from "@svc/core/api";
// @ts-expect-error Removed with the metrics of version 1.
import type { MetricsResponse } from "@svc/core/api";
// @ts-expect-error Removed: the sdk-log ingestion event.
import type { SdkLogEvent } from "@svc/core/api";

/** The imports above, used so that only their absence is an error. */
export type Removed = [
  [Trace, TraceWithFullDetails, Traces, Session, PaginatedSessions, Observation, ObservationsView],
  [DatasetRun, DatasetRunItem, ScoreV1, GetScoresResponse, MetricsResponse, SdkLogEvent],
];

/** Only compiled, never called. */
async function calls(api: SvcAPIClient, options: RequestOptions): Promise<void> {
  await api.datasets.get("d");
  await api.datasets.get("d", {});
  await api.datasets.get("d", {}, { timeoutInSeconds: 5, maxRetries: 0 });
  await api.unstable.skills.deleteVersion("s", 1, {}, options);
  await api.projects.get({}, options);
  await api.trace.deleteMultiple({ traceIds: ["t"] }, options);
  // @ts-expect-error Options stand after the placeholder.
  await api.datasets.get("d", { timeoutInSeconds: 5 });
  // @ts-expect-error Options stand after the placeholder, also those in a variable.
  await api.datasets.get("d", options);
  // @ts-expect-error Options stand after the placeholder, also where there is no identifier.
  await api.projects.get({ maxRetries: 0 });
  // @ts-expect-error Options stand after the request.
  await api.observations.getMany({ timeoutInSeconds: 5 });
  // @ts-expect-error A start time is required.
  await api.experiments.list({ datasetId: "d" });
  // @ts-expect-error There is no such level.
  await api.observations.getMany({ level: "INFO" });
  // @ts-expect-error The version is a number.
  await api.promptVersion.update("p", "1", { newLabels: [] });

  // Following a cursor compiles with `exactOptionalPropertyTypes`, which is on here.
  const { meta } = await api.experiments.listItems({ fromStartTime: "2026-01-01T00:00:00Z" });
  await api.observations.getMany({ cursor: (await api.observations.getMany()).meta.cursor });
  await api.experiments.listItems({ fromStartTime: "2026-01-01T00:00:00Z", cursor: meta.cursor ?? undefined });

  const created = await api.scores.create([{ name: "s", value: 1 }]);
  // @ts-expect-error An answer to a list has no id.
  void created.id;
  if ("id" in created) void created.id;

  for (const score of (await api.scoresV3.getManyV3()).data) {
    if (score.dataType === "BOOLEAN") expectTypeOf(score.value).toEqualTypeOf<boolean>();
    if (score.dataType === "NUMERIC") expectTypeOf(score.value).toEqualTypeOf<number>();
  }
}

describe("the client of the API", () => {
  it("has the shape placeholder, request, options", () => {
    expectTypeOf(calls).toBeFunction();
    expectTypeOf<SvcAPIClient["datasets"]["get"]>().returns.toEqualTypeOf<APIPromise<Dataset>>();
    expectTypeOf<SvcAPIClient["observations"]["getMany"]>().returns.resolves.toEqualTypeOf<ObservationsV2Response>();
    expectTypeOf<SvcAPIClient["scores"]["create"]>()
      .parameter(0)
      .toEqualTypeOf<CreateScoreRequest | CreateScoreRequest[]>();
    expectTypeOf<SvcAPIClient["scores"]["create"]>().returns.resolves.toEqualTypeOf<CreateScoresResponse>();
    expectTypeOf<SvcAPIClient["models"]["delete"]>().returns.resolves.toEqualTypeOf<void>();
  });

  it("lacks what is removed", () => {
    expectTypeOf<SvcAPIClient>().not.toHaveProperty("sessions");
    expectTypeOf<SvcAPIClient>().not.toHaveProperty("legacy");
    expectTypeOf<SvcAPIClient>().not.toHaveProperty("datasetRunItems");
    expectTypeOf<SvcAPIClient["trace"]>().not.toHaveProperty("get");
    expectTypeOf<SvcAPIClient["trace"]>().not.toHaveProperty("list");
    expectTypeOf<SvcAPIClient["scores"]>().not.toHaveProperty("getMany");
    expectTypeOf<SvcAPIClient["scores"]>().not.toHaveProperty("getById");
    expectTypeOf<SvcAPIClient["datasets"]>().not.toHaveProperty("getRun");
    expectTypeOf<SvcAPIClient["datasets"]>().not.toHaveProperty("getRuns");
    expectTypeOf<SvcAPIClient["datasets"]>().not.toHaveProperty("deleteRun");
    expectTypeOf<SvcAPIClient["scoresV3"]>().toHaveProperty("getManyV3");
  });
});
