import type * as Api from "@svc/core/api";
import { type RequestIssue, fieldIssue, foundOr404, invalidRequest } from "../../http/http-errors.ts";
import { readPage } from "../../http/paging.ts";
import type { Document } from "../../storage/documents.ts";
import { type ScoreCategory, type ScoreConfig, scoreConfigs } from "../../resources/score-configs.ts";
import { documentAnswer } from "../document-answer.ts";
import { pageAnswer } from "../list-answer.ts";
import { type Route, route } from "../routing/route.ts";

/** Score configs: the rules for scores of one name. */
export const scoreConfigRoutes: readonly Route[] = [
  route("scoreConfigs_create", async ({ service, projectId, body }) => {
    const { name, dataType, minValue = null, maxValue = null, categories = null, description = null } = body;
    const config = checkScoreConfig({ name, dataType, isArchived: false, minValue, maxValue, categories, description });
    return scoreConfigAnswer(projectId, await scoreConfigs.insert(service.records, projectId, config));
  }),

  route("scoreConfigs_get", async ({ service, projectId, query }) => {
    const page = readPage(query);
    return pageAnswer(page, await scoreConfigs.page(service.records, projectId, page), (config) =>
      scoreConfigAnswer(projectId, config),
    );
  }),

  route("scoreConfigs_getById", async ({ service, projectId, params: { configId } }) =>
    scoreConfigAnswer(
      projectId,
      foundOr404(await scoreConfigs.find(service.records, projectId, configId), "score config", configId),
    ),
  ),

  route("scoreConfigs_update", async ({ service, projectId, params: { configId }, body }) => {
    const changed = await scoreConfigs.change(service.records, projectId, configId, ({ content }) => {
      const { isArchived = content.isArchived, name = content.name, description = content.description } = body;
      const { categories = content.categories, minValue = content.minValue, maxValue = content.maxValue } = body;
      return checkScoreConfig({ ...content, isArchived, name, categories, minValue, maxValue, description });
    });
    return scoreConfigAnswer(projectId, foundOr404(changed, "score config", configId));
  }),
];

const BOOLEAN_CATEGORIES: ScoreCategory[] = [
  { value: 1, label: "True" },
  { value: 0, label: "False" },
];

/** Returns the config to store. Throws a 400 for fields that contradict each other. */
function checkScoreConfig(config: ScoreConfig): ScoreConfig {
  const issues = [...rangeIssues(config), ...categoryIssues(config)];
  if (issues.length > 0) throw invalidRequest(issues);
  return config.dataType === "BOOLEAN" ? { ...config, categories: BOOLEAN_CATEGORIES } : config;
}

function* rangeIssues({ dataType, minValue, maxValue }: ScoreConfig): Generator<RequestIssue> {
  if (dataType !== "NUMERIC") {
    if (minValue !== null) yield fieldIssue("minValue", "only a NUMERIC config has one");
    if (maxValue !== null) yield fieldIssue("maxValue", "only a NUMERIC config has one");
  } else if (minValue !== null && maxValue !== null && minValue > maxValue) {
    yield fieldIssue("minValue", `${minValue} is above maxValue, ${maxValue}`);
  }
}

function* categoryIssues({ dataType, categories }: ScoreConfig): Generator<RequestIssue> {
  if (dataType === "CATEGORICAL") {
    if (categories === null || categories.length === 0)
      yield fieldIssue("categories", "a CATEGORICAL config needs some");
    else if (!isUnique(categories.map(({ label }) => label))) yield fieldIssue("categories", "a label is given twice");
    else if (!isUnique(categories.map(({ value }) => value))) yield fieldIssue("categories", "a value is given twice");
  } else if (categories !== null && !(dataType === "BOOLEAN" && isBoolean(categories))) {
    yield fieldIssue("categories", "only a CATEGORICAL config has them");
  }
}

function isBoolean(categories: ScoreCategory[]): boolean {
  return categories.every(({ value, label }) => BOOLEAN_CATEGORIES.some((c) => c.value === value && c.label === label));
}

function isUnique(values: unknown[]): boolean {
  return new Set(values).size === values.length;
}

function scoreConfigAnswer(projectId: string, config: Document<ScoreConfig>): Api.ScoreConfig {
  return { ...documentAnswer(config), projectId };
}
