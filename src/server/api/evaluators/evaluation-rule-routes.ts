import { type RequestIssue, invalidParameter, invalidRequest, notFound } from "../../http/http-errors.ts";
import { parseFilterText } from "../../query/filter-syntax.ts";
import type { Records, Statement } from "../../storage/records.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import { type Document, recordTimes } from "../../storage/documents.ts";
import { type EvaluationRule, type VariableMapping, evaluationRules, evaluators } from "../../stores/evaluators.ts";
import { Answer, type ApiRequest, type Route } from "../route.ts";
import { mappingIssues } from "./evaluator-check.ts";

/** Evaluation rules: which evaluators evaluate which observations. The service stores rules but evaluates nothing. */
export const evaluationRuleRoutes: readonly Route[] = [
  { operation: "evaluationRules_create", handle: create },
  { operation: "evaluationRules_list", handle: list },
  { operation: "evaluationRules_get", handle: read },
  { operation: "evaluationRules_update", handle: update },
  { operation: "evaluationRules_delete", handle: remove },
];

/** Filter type that each column takes. */
const FILTER_TYPES: Readonly<Record<string, string>> = {
  type: "stringOptions",
  name: "stringOptions",
  environment: "stringOptions",
  level: "stringOptions",
  traceName: "stringOptions",
  experimentId: "stringOptions",
  datasetId: "stringOptions",
  version: "string",
  userId: "string",
  sessionId: "string",
  tags: "arrayOptions",
  calledToolNames: "arrayOptions",
  metadata: "stringObject",
  isRootObservation: "boolean",
  isExperimentItemRootSpan: "boolean",
  parentObservationId: "null",
  toolCalls: "number",
};

interface RuleRequest {
  name?: string;
  enabled?: boolean;
  sampling?: number;
  filter?: Array<{ type: string; column: string }>;
  evaluatorAssignments?: Array<{ evaluatorId: string; variableMapping?: VariableMapping[] | null }>;
}

async function create({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const { name = "", enabled = false, sampling = 1, filter = [], evaluatorAssignments } = body as RuleRequest;
  const content: EvaluationRule = {
    name,
    enabled,
    sampling,
    filter,
    evaluatorAssignments: assignmentsOf(evaluatorAssignments),
  };
  return retryOnConflict(async () => {
    checkRule(service.records, projectId, content);
    const { document, statement } = evaluationRules.insertion(projectId, content);
    await service.records.write([...unlessEvaluatorsGone(projectId, content), statement]);
    return new Answer(201, answer(document));
  });
}

function list({ service, projectId, query }: ApiRequest): unknown {
  const { data, meta } = evaluationRules.behindCursor(service.records, projectId, query);
  return { data: data.map(answer), meta };
}

function read({ service, projectId, params }: ApiRequest): unknown {
  return answer(ruleOf(service.records, projectId, params));
}

/** Changes the given fields of a rule. Replaces the list of evaluators as a whole; an empty list disables the rule. */
async function update(request: ApiRequest): Promise<unknown> {
  const { service, projectId, params, body } = request;
  const { records } = service;
  const { name, enabled, sampling, filter, evaluatorAssignments } = body as RuleRequest;
  await retryOnConflict(async () => {
    const current = ruleOf(records, projectId, params);
    const assignments =
      evaluatorAssignments === undefined ? current.content.evaluatorAssignments : assignmentsOf(evaluatorAssignments);
    const isEmptied = evaluatorAssignments?.length === 0 && enabled === undefined;
    const content: EvaluationRule = {
      name: name ?? current.content.name,
      enabled: isEmptied ? false : (enabled ?? current.content.enabled),
      sampling: sampling ?? current.content.sampling,
      filter: filter ?? current.content.filter,
      evaluatorAssignments: assignments,
    };
    checkRule(records, projectId, content);
    const statement = evaluationRules.replacement(projectId, { ...current, content });
    await records.write([...unlessEvaluatorsGone(projectId, content), statement]);
  });
  return read(request);
}

async function remove({ service, projectId, params }: ApiRequest): Promise<unknown> {
  const id = params["evaluationRuleId"] ?? "";
  if (!(await evaluationRules.remove(service.records, projectId, id))) throw notFound("evaluation rule", id);
  return { id };
}

function ruleOf(records: Records, projectId: string, params: ApiRequest["params"]): Document<EvaluationRule> {
  const id = params["evaluationRuleId"] ?? "";
  const rule = evaluationRules.find(records, projectId, id);
  if (rule === undefined) throw notFound("evaluation rule", id);
  return rule;
}

function assignmentsOf(given: RuleRequest["evaluatorAssignments"] = []): EvaluationRule["evaluatorAssignments"] {
  return given.map(({ evaluatorId, variableMapping = null }) => ({ evaluatorId, variableMapping }));
}

/**
 * Throws a 400 for an invalid rule: enabled without evaluators, with an unknown evaluator or variable, or with a filter that
 * observations do not have.
 */
function checkRule(records: Records, projectId: string, rule: EvaluationRule): void {
  const { enabled, filter, evaluatorAssignments } = rule;
  if (enabled && evaluatorAssignments.length === 0) {
    throw invalidParameter("enabled", "a rule that is enabled needs at least one evaluator");
  }
  const issues: RequestIssue[] = [];
  for (const { type, column } of filter as Array<{ type: string; column: string }>) {
    const expected = FILTER_TYPES[column];
    if (type === expected) continue;
    issues.push({
      code: "invalid_value",
      message: `filter: ${column} takes ${expected}, not ${type}`,
      path: ["filter"],
    });
  }
  for (const { evaluatorId, variableMapping } of evaluatorAssignments) {
    const evaluator = evaluators.find(records, projectId, evaluatorId);
    if (evaluator === undefined) {
      issues.push({
        code: "invalid_value",
        message: `evaluatorAssignments: there is no evaluator ${evaluatorId}`,
        path: ["evaluatorAssignments"],
      });
    } else {
      const { definition } = evaluator.content;
      issues.push(...mappingIssues(variableMapping, "variables" in definition ? definition.variables : []));
    }
  }
  if (issues.length > 0) throw invalidRequest(issues);
  parseFilterText(JSON.stringify(filter));
}

/** Returns statements that undo a write when an evaluator of the rule has been deleted meanwhile. */
function unlessEvaluatorsGone(projectId: string, rule: EvaluationRule): Statement[] {
  return rule.evaluatorAssignments.map(({ evaluatorId }) => evaluators.presence(projectId, evaluatorId));
}

function answer({ id, content, ...times }: Document<EvaluationRule>): unknown {
  return { id, ...content, createdBy: null, ...recordTimes(times) };
}
