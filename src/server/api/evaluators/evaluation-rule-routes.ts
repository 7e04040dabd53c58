import type * as Api from "@svc/core/api";
import {
  type RequestIssue,
  fieldIssue,
  foundOr404,
  invalidParameter,
  invalidRequest,
  notFound,
} from "../../http/http-errors.ts";
import { parseFilterText } from "../../query/filter-syntax.ts";
import type { Document } from "../../storage/documents.ts";
import type { Records, Statement } from "../../storage/records.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import { type EvaluationRule, evaluationRules, evaluators } from "../../resources/evaluators.ts";
import { cursorAnswer, readCursorPart } from "../list-answer.ts";
import { Answer } from "../routing/answer.ts";
import { documentAnswer } from "../document-answer.ts";
import { type Route, route } from "../routing/route.ts";
import { mappingIssues } from "./evaluator-check.ts";

/** Evaluation rules: which evaluators evaluate which observations. The service stores rules but evaluates nothing. */
export const evaluationRuleRoutes: readonly Route[] = [
  route("evaluationRules_create", async ({ service, projectId, body }) => {
    const { name, enabled, sampling = 1, filter = [] } = body;
    const evaluatorAssignments = assignmentsOf(body.evaluatorAssignments);
    const content: EvaluationRule = { name, enabled, sampling, filter, evaluatorAssignments };
    return retryOnConflict(async () => {
      await checkRule(service.records, projectId, content);
      const { document, statement } = evaluationRules.insertion(projectId, content);
      await service.records.write([...unlessEvaluatorsGone(projectId, content), statement]);
      return new Answer(201, evaluationRuleAnswer(document));
    });
  }),

  route("evaluationRules_list", async ({ service, projectId, query }) => {
    return cursorAnswer(
      await evaluationRules.pageBefore(service.records, projectId, readCursorPart(query)),
      evaluationRuleAnswer,
    );
  }),

  route("evaluationRules_get", async ({ service, projectId, params: { evaluationRuleId } }) =>
    evaluationRuleAnswer(await findRule(service.records, projectId, evaluationRuleId)),
  ),

  /** Changes the given fields of a rule. Replaces the list of evaluators as a whole; an empty list disables the rule. */
  route("evaluationRules_update", async ({ service: { records }, projectId, params: { evaluationRuleId }, body }) => {
    await retryOnConflict(async () => {
      const current = await findRule(records, projectId, evaluationRuleId);
      const { content: stored } = current;
      const isEmptied = body.evaluatorAssignments?.length === 0;
      const { name = stored.name, sampling = stored.sampling, filter = stored.filter } = body;
      const content: EvaluationRule = {
        name,
        enabled: body.enabled ?? (isEmptied ? false : stored.enabled),
        sampling,
        filter,
        evaluatorAssignments: body.evaluatorAssignments
          ? assignmentsOf(body.evaluatorAssignments)
          : stored.evaluatorAssignments,
      };
      await checkRule(records, projectId, content);
      const statement = evaluationRules.replacement(projectId, { ...current, content });
      await records.write([...unlessEvaluatorsGone(projectId, content), statement]);
    });
    return evaluationRuleAnswer(await findRule(records, projectId, evaluationRuleId));
  }),

  route("evaluationRules_delete", async ({ service, projectId, params: { evaluationRuleId: id } }) => {
    if (!(await evaluationRules.remove(service.records, projectId, id))) throw notFound("evaluation rule", id);
    return { id };
  }),
];

const FILTER_TYPES: Readonly<Record<Api.EvaluationRuleFilterColumn, Api.EvaluationRuleFilterType>> = {
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

async function findRule(records: Records, projectId: string, id: string): Promise<Document<EvaluationRule>> {
  return foundOr404(await evaluationRules.find(records, projectId, id), "evaluation rule", id);
}

function assignmentsOf(given: readonly Api.EvaluatorAssignmentInput[]): EvaluationRule["evaluatorAssignments"] {
  return given.map(({ evaluatorId, variableMapping = null }) => ({ evaluatorId, variableMapping }));
}

/**
 * Throws a 400 for an invalid rule: enabled without evaluators, with an unknown evaluator or variable, or with a filter that
 * observations do not have.
 */
async function checkRule(records: Records, projectId: string, rule: EvaluationRule): Promise<void> {
  const { enabled, filter, evaluatorAssignments } = rule;
  if (enabled && evaluatorAssignments.length === 0) {
    throw invalidParameter("enabled", "a rule that is enabled needs at least one evaluator");
  }
  const issues: RequestIssue[] = [];
  for (const { type, column } of filter) {
    const expected = FILTER_TYPES[column];
    if (type !== expected) issues.push(fieldIssue("filter", `${column} takes ${expected}, not ${type}`));
  }
  for (const { evaluatorId, variableMapping } of evaluatorAssignments) {
    const evaluator = await evaluators.find(records, projectId, evaluatorId);
    if (evaluator === undefined) {
      issues.push(fieldIssue("evaluatorAssignments", `there is no evaluator ${evaluatorId}`));
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

function evaluationRuleAnswer(rule: Document<EvaluationRule>): Api.EvaluationRule {
  return { ...documentAnswer(rule), createdBy: null };
}
