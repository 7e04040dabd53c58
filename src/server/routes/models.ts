import { BUILT_IN_MODELS } from "../built-in-models.ts";
import { namedError } from "../http-errors.ts";
import { isoTime } from "../iso-time.ts";
import { pageMeta, readPage } from "../paging.ts";
import { type Model, defaultTier, listOwnModels } from "../stores/models.ts";
import type { ApiRequest, Route } from "./route.ts";

/** The price list: the models of the project, then those that come with the service. */
export const modelRoutes: readonly Route[] = [
  { operation: "models_list", handle: listModels },
  { operation: "models_get", handle: getModel },
];

function listModels({ service, projectId, query }: ApiRequest): unknown {
  const page = readPage(query);
  const models = [...listOwnModels(service.records, projectId), ...BUILT_IN_MODELS];
  const shown = models.slice(page.offset, page.offset + page.limit);
  return { data: shown.map(showModel), meta: pageMeta(page, models.length) };
}

function getModel({ service, projectId, params }: ApiRequest): unknown {
  const models = [...listOwnModels(service.records, projectId), ...BUILT_IN_MODELS];
  const model = models.find(({ id }) => id === params["id"]);
  if (!model) throw namedError("SvcNotFoundError", `There is no model ${params["id"]}`);
  return showModel(model);
}

/** A model as the API shows it. */
function showModel(model: Model): Record<string, unknown> {
  const { prices } = defaultTier(model);
  const price = (kind: string): number | null => prices[kind] ?? null;
  const { id, modelName, matchPattern, startDate, unit, tokenizerId, tokenizerConfig, pricingTiers } = model;
  return {
    id,
    modelName,
    matchPattern,
    startDate: startDate === null ? null : isoTime(startDate),
    unit,
    inputPrice: price("input"),
    outputPrice: price("output"),
    totalPrice: price("total"),
    tokenizerId,
    tokenizerConfig,
    isSvcManaged: model.projectId === null,
    createdAt: isoTime(model.createdAt),
    prices: Object.fromEntries(Object.entries(prices).map(([kind, amount]) => [kind, { price: amount }])),
    pricingTiers,
  };
}
