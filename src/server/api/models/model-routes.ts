import { randomUUID } from "node:crypto";
import { invalidParameter, notFound } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import { pageMeta, readPage } from "../../http/paging.ts";
import { BUILT_IN_MODELS } from "../../ingest/prices/built-in-models.ts";
import { type Records, WriteConflict } from "../../storage/records.ts";
import { type Model, defaultTier, deleteModel, findModel, listOwnModels, upsertModel } from "../../stores/models.ts";
import type { ApiRequest, Route } from "../route.ts";
import { type GivenModel, readModel } from "./model-check.ts";

/** Models and their prices: the models of the project and the built-in ones. */
export const modelRoutes: readonly Route[] = [
  { operation: "models_create", handle: create },
  { operation: "models_list", handle: list },
  { operation: "models_get", handle: read },
  { operation: "models_upsert", handle: upsert },
  { operation: "models_delete", handle: remove },
];

async function create({ service, projectId, body }: ApiRequest): Promise<unknown> {
  return store(service.records, projectId, randomUUID(), body as GivenModel);
}

async function upsert({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const id = params["id"] ?? "";
  if (BUILT_IN_MODELS.some((model) => model.id === id)) throw notFound("model of its own with the id", id);
  return store(service.records, projectId, id, body as GivenModel);
}

async function store(records: Records, projectId: string, id: string, given: GivenModel): Promise<unknown> {
  const now = Date.now();
  const model: Model = { id, projectId, ...readModel(given), createdAt: now, updatedAt: now };
  try {
    await records.write([upsertModel(projectId, model)]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    // The id belongs to a model of another project. The answer does not reveal that model.
    if (error.reason === "unchanged") throw notFound("model", id);
    throw invalidParameter("modelName", `the project has a model ${model.modelName} already`);
  }
  return answer(findModel(records, projectId, id) ?? model);
}

function list({ service, projectId, query }: ApiRequest): unknown {
  const page = readPage(query);
  const all = [...listOwnModels(service.records, projectId), ...BUILT_IN_MODELS];
  return { data: all.slice(page.offset, page.offset + page.limit).map(answer), meta: pageMeta(page, all.length) };
}

function read({ service, projectId, params }: ApiRequest): unknown {
  const id = params["id"] ?? "";
  const found = findModel(service.records, projectId, id) ?? BUILT_IN_MODELS.find((model) => model.id === id);
  if (found === undefined) throw notFound("model", id);
  return answer(found);
}

async function remove({ service, projectId, params }: ApiRequest): Promise<unknown> {
  const id = params["id"] ?? "";
  try {
    await service.records.write([deleteModel(projectId, id)]);
  } catch (error) {
    throw error instanceof WriteConflict ? notFound("model of its own with the id", id) : error;
  }
  return { message: "Model successfully deleted" };
}

function answer(model: Model): unknown {
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
