import { randomUUID } from "node:crypto";
import type * as Api from "@svc/core/api";
import { foundOr404, invalidParameter, notFound } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import { readPage } from "../../http/paging.ts";
import { BUILT_IN_MODELS } from "../../ingest/prices/built-in-models.ts";
import type { Records } from "../../storage/records.ts";
import {
  type Model,
  countOwnModels,
  defaultTier,
  deleteModel,
  findModel,
  listOwnModels,
  upsertModel,
} from "../../resources/models.ts";
import { pageAnswer } from "../list-answer.ts";
import { type Route, route } from "../routing/route.ts";
import { onConflict } from "../write-conflict.ts";
import { parseModelRequest } from "./parse-model-request.ts";

/** Models and their prices: the models of the project and the built-in ones. */
export const modelRoutes: readonly Route[] = [
  route("models_create", async ({ service, projectId, body }) => store(service.records, projectId, randomUUID(), body)),

  route("models_list", async ({ service, projectId, query }) => {
    const page = readPage(query);
    const all = [...(await listOwnModels(service.records, projectId)), ...BUILT_IN_MODELS];
    const items = all.slice(page.offset, page.offset + page.limit);
    return pageAnswer(page, { items, total: all.length }, modelAnswer);
  }),

  route("models_get", async ({ service, projectId, params: { id } }) =>
    modelAnswer(foundOr404((await findModel(service.records, projectId, id)) ?? builtIn(id), "model", id)),
  ),

  route("models_upsert", async ({ service, projectId, params: { id }, body }) => {
    if (builtIn(id) !== undefined) throw notFound(OWN_MODEL, id);
    return store(service.records, projectId, id, body);
  }),

  route("models_delete", async ({ service, projectId, params: { id } }) => {
    await onConflict(service.records.write([deleteModel(projectId, id)]), () => notFound(OWN_MODEL, id));
    return { message: "Model successfully deleted" };
  }),
];

/** Most models of a project: the name of each call is compared with their patterns. */
const MOST_MODELS = 1_000;

const OWN_MODEL = "model of its own with the id";

function builtIn(id: string): Model | undefined {
  return BUILT_IN_MODELS.find((model) => model.id === id);
}

async function store(
  records: Records,
  projectId: string,
  id: string,
  given: Api.CreateModelRequest,
): Promise<Api.Model> {
  const now = Date.now();
  const model: Model = { id, projectId, ...parseModelRequest(given), createdAt: now, updatedAt: now };
  const isNew = (await findModel(records, projectId, id)) === undefined;
  if (isNew && (await countOwnModels(records, projectId)) >= MOST_MODELS)
    throw invalidParameter("modelName", `the project has ${MOST_MODELS} models, which is the most: delete one first`);
  await onConflict(records.write([upsertModel(projectId, model)]), () =>
    invalidParameter("modelName", `the project has a model ${model.modelName} already`),
  );
  return modelAnswer((await findModel(records, projectId, id)) ?? model);
}

function modelAnswer(model: Model): Api.Model {
  const { id, projectId, modelName, matchPattern, startDate, unit, tokenizerId, tokenizerConfig, pricingTiers } = model;
  const { prices } = defaultTier(model);
  const priceOf = (kind: string): number | null => (Object.hasOwn(prices, kind) ? (prices[kind] ?? null) : null);
  return {
    id,
    modelName,
    matchPattern,
    startDate: startDate === null ? null : isoTime(startDate),
    unit,
    inputPrice: priceOf("input"),
    outputPrice: priceOf("output"),
    totalPrice: priceOf("total"),
    tokenizerId,
    tokenizerConfig,
    isSvcManaged: projectId === null,
    createdAt: isoTime(model.createdAt),
    prices: Object.fromEntries(Object.entries(prices).map(([kind, price]) => [kind, { price }])),
    pricingTiers,
  };
}
