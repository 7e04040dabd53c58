import { randomUUID } from "node:crypto";
import type * as Api from "@svc/core/api";
import { foundOr404, invalidParameter } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import type { Document } from "../../storage/documents.ts";
import type { Records } from "../../storage/records.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import {
  type EvaluationRule,
  type Evaluator,
  type EvaluatorVersion,
  evaluationRules,
  evaluatorVersions,
  evaluators,
} from "../../resources/evaluators.ts";
import { recordTimes } from "../record-times.ts";
import { cursorAnswer, readCursorPart } from "../list-answer.ts";
import { Answer } from "../routing/answer.ts";
import { type Route, route } from "../routing/route.ts";
import { readDefinition } from "./evaluator-check.ts";

/** Evaluators and their versions. The service stores evaluators but does not run them. */
export const evaluatorRoutes: readonly Route[] = [
  route("evaluators_create", async ({ service, projectId, body }) => {
    const { name, description = null } = body;
    const id = randomUUID();
    const content = { version: 1, definition: await readDefinition(service.records, projectId, body) };
    const version = evaluatorVersions.insertion(projectId, content, { parentId: id });
    const evaluator = evaluators.insertion(
      projectId,
      {
        name,
        description,
        ...content,
        versionId: version.document.id,
        versionCreatedAt: version.document.createdAt,
      },
      { id },
    );
    await service.records.write([evaluator.statement, version.statement]);
    return new Answer(201, evaluatorAnswer(evaluator.document, []));
  }),

  route("evaluators_list", async ({ service, projectId, query }) => {
    const listed = await evaluators.pageBefore(service.records, projectId, readCursorPart(query));
    const rules = await evaluationRules.all(service.records, projectId);
    return cursorAnswer(listed, (evaluator) => evaluatorAnswer(evaluator, rules));
  }),

  route("evaluators_get", async ({ service, projectId, params: { evaluatorId } }) =>
    readEvaluatorAnswer(service.records, projectId, evaluatorId),
  ),

  /** Changes the texts of an evaluator. A definition replaces the previous one as a whole and makes a new version. */
  route("evaluators_update", async ({ service: { records }, projectId, params: { evaluatorId }, body }) => {
    await retryOnConflict(async () => {
      const current = await findEvaluator(records, projectId, evaluatorId);
      const { name = current.content.name, description = current.content.description } = body;
      const content: Evaluator = { ...current.content, name, description };
      if (!("type" in body)) return records.write([evaluators.replacement(projectId, { ...current, content })]);
      const { type } = content.definition;
      if (body.type !== type) throw invalidParameter("type", `the evaluator is ${type}, which cannot change`);
      const changed = { version: content.version + 1, definition: await readDefinition(records, projectId, body) };
      const { document, statement } = evaluatorVersions.insertion(projectId, changed, { parentId: evaluatorId });
      const whole = { ...content, ...changed, versionId: document.id, versionCreatedAt: document.createdAt };
      return records.write([evaluators.replacement(projectId, { ...current, content: whole }), statement]);
    });
    return readEvaluatorAnswer(records, projectId, evaluatorId);
  }),

  /** Deletes an evaluator with its versions, and removes it from the rules. A rule without evaluators is disabled. */
  route("evaluators_delete", async ({ service: { records }, projectId, params: { evaluatorId: id } }) => {
    await retryOnConflict(async () => {
      await findEvaluator(records, projectId, id);
      const rules = await evaluationRules.all(records, projectId);
      await records.write([
        ...rules.flatMap((rule) => {
          const { evaluatorAssignments, enabled } = rule.content;
          const left = evaluatorAssignments.filter(({ evaluatorId }) => evaluatorId !== id);
          if (left.length === evaluatorAssignments.length) return [];
          const content = { ...rule.content, enabled: enabled && left.length > 0, evaluatorAssignments: left };
          return [evaluationRules.replacement(projectId, { ...rule, content })];
        }),
        evaluatorVersions.removalOfChildren(projectId, id),
        evaluators.removal(projectId, id),
      ]);
    });
    return { id };
  }),

  route("evaluators_listVersions", async ({ service, projectId, params: { evaluatorId }, query }) => {
    await findEvaluator(service.records, projectId, evaluatorId);
    const part = readCursorPart(query);
    return cursorAnswer(
      await evaluatorVersions.pageBefore(service.records, projectId, part, evaluatorId),
      versionAnswer,
    );
  }),
];

async function findEvaluator(records: Records, projectId: string, id: string): Promise<Document<Evaluator>> {
  return foundOr404(await evaluators.find(records, projectId, id), "evaluator", id);
}

async function readEvaluatorAnswer(records: Records, projectId: string, id: string): Promise<Api.Evaluator> {
  return evaluatorAnswer(await findEvaluator(records, projectId, id), await evaluationRules.all(records, projectId));
}

function evaluatorAnswer(
  { id, content, ...times }: Document<Evaluator>,
  rules: ReadonlyArray<Document<EvaluationRule>>,
): Api.Evaluator {
  const { name, description, definition, versionId, version, versionCreatedAt } = content;
  return {
    id,
    name,
    description,
    createdBy: null,
    status: "active",
    pausedAt: null,
    pausedReason: null,
    pausedMessage: null,
    evaluationRuleAssignments: rules.flatMap((rule) =>
      rule.content.evaluatorAssignments
        .filter(({ evaluatorId }) => evaluatorId === id)
        .map(({ variableMapping }) => ({ evaluationRuleId: rule.id, variableMappingOverride: variableMapping })),
    ),
    ...recordTimes(times),
    versionId,
    version,
    versionCreatedAt: isoTime(versionCreatedAt),
    versionCreatedBy: null,
    ...definition,
  };
}

function versionAnswer({ id, content, createdAt }: Document<EvaluatorVersion>): Api.EvaluatorVersion {
  return { id, version: content.version, createdAt: isoTime(createdAt), createdBy: null, ...content.definition };
}
