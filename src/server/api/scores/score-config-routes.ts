import { type RequestIssue, invalidRequest, notFound } from "../../http/http-errors.ts";
import { readPage } from "../../http/paging.ts";
import { type Document, recordTimes } from "../../storage/documents.ts";
import { type ScoreCategory, type ScoreConfig, scoreConfigs } from "../../stores/score-configs.ts";
import type { ApiRequest, Route } from "../route.ts";

/** Score configs: the rules for scores of one name. */
export const scoreConfigRoutes: readonly Route[] = [
  { operation: "scoreConfigs_create", handle: create },
  { operation: "scoreConfigs_get", handle: list },
  { operation: "scoreConfigs_getById", handle: read },
  { operation: "scoreConfigs_update", handle: update },
];

const BOOLEAN_CATEGORIES: ScoreCategory[] = [
  { value: 1, label: "True" },
  { value: 0, label: "False" },
];

async function create({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const given = body as Pick<ScoreConfig, "name" | "dataType"> & Partial<ScoreConfig>;
  const config = checked({
    name: given.name,
    dataType: given.dataType,
    isArchived: false,
    minValue: given.minValue ?? null,
    maxValue: given.maxValue ?? null,
    categories: given.categories ?? null,
    description: given.description ?? null,
  });
  return answer(projectId, await scoreConfigs.insert(service.records, projectId, config));
}

function list({ service, projectId, query }: ApiRequest): unknown {
  const { data, meta } = scoreConfigs.page(service.records, projectId, readPage(query));
  return { data: data.map((config) => answer(projectId, config)), meta };
}

function read({ service, projectId, params }: ApiRequest): unknown {
  const id = params["configId"] ?? "";
  const found = scoreConfigs.find(service.records, projectId, id);
  if (found === undefined) throw notFound("score config", id);
  return answer(projectId, found);
}

async function update({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const id = params["configId"] ?? "";
  const given = body as Partial<ScoreConfig>;
  const changed = await scoreConfigs.change(service.records, projectId, id, ({ content }) =>
    checked({ ...content, ...known(given) }),
  );
  if (changed === undefined) throw notFound("score config", id);
  return answer(projectId, changed);
}

/** Returns the fields of a change that a config has. Ignores all others. */
function known({ isArchived, name, categories, minValue, maxValue, description }: Partial<ScoreConfig>): object {
  const fields = { isArchived, name, categories, minValue, maxValue, description };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Returns the config to store. Throws a 400 for fields that contradict each other. */
function checked(config: ScoreConfig): ScoreConfig {
  const issues = [...rangeIssues(config), ...categoryIssues(config)];
  if (issues.length > 0) throw invalidRequest(issues);
  return config.dataType === "BOOLEAN" ? { ...config, categories: BOOLEAN_CATEGORIES } : config;
}

function* rangeIssues({ dataType, minValue, maxValue }: ScoreConfig): Generator<RequestIssue> {
  if (dataType !== "NUMERIC") {
    if (minValue !== null) yield issue("minValue", "only a NUMERIC config has one");
    if (maxValue !== null) yield issue("maxValue", "only a NUMERIC config has one");
  } else if (minValue !== null && maxValue !== null && minValue > maxValue) {
    yield issue("minValue", `${minValue} is above maxValue, ${maxValue}`);
  }
}

function* categoryIssues({ dataType, categories }: ScoreConfig): Generator<RequestIssue> {
  if (dataType === "CATEGORICAL") {
    if (categories === null || categories.length === 0) yield issue("categories", "a CATEGORICAL config needs some");
    else if (!isUnique(categories.map(({ label }) => label))) yield issue("categories", "a label is given twice");
    else if (!isUnique(categories.map(({ value }) => value))) yield issue("categories", "a value is given twice");
  } else if (categories !== null && !(dataType === "BOOLEAN" && isBoolean(categories))) {
    yield issue("categories", "only a CATEGORICAL config has them");
  }
}

function isBoolean(categories: ScoreCategory[]): boolean {
  return categories.every(({ value, label }) => BOOLEAN_CATEGORIES.some((c) => c.value === value && c.label === label));
}

function isUnique(values: unknown[]): boolean {
  return new Set(values).size === values.length;
}

function issue(field: keyof ScoreConfig, message: string): RequestIssue {
  return { code: "invalid_value", message: `${field}: ${message}`, path: [field] };
}

function answer(projectId: string, { id, content, ...times }: Document<ScoreConfig>): unknown {
  return { id, ...content, projectId, ...recordTimes(times) };
}
