import { randomUUID } from "node:crypto";
import { invalidParameter, notFound } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import { type Document, recordTimes } from "../../storage/documents.ts";
import {
  type EvaluationRule,
  type Evaluator,
  type EvaluatorVersion,
  evaluationRules,
  evaluatorVersions,
  evaluators,
} from "../../stores/evaluators.ts";
import { Answer, type ApiRequest, type Route } from "../route.ts";
import { type GivenDefinition, readDefinition } from "./evaluator-check.ts";

/** Evaluators and their versions. The service stores evaluators but does not run them. */
export const evaluatorRoutes: readonly Route[] = [
  { operation: "evaluators_create", handle: create },
  { operation: "evaluators_list", handle: list },
  { operation: "evaluators_get", handle: read },
  { operation: "evaluators_update", handle: update },
  { operation: "evaluators_delete", handle: remove },
  { operation: "evaluators_listVersions", handle: listVersions },
];

type CreateRequest = GivenDefinition & Pick<Evaluator, "name"> & { description?: string | null };
type UpdateRequest = Partial<Pick<Evaluator, "name" | "description">> & Partial<GivenDefinition>;

async function create({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const given = body as CreateRequest;
  const id = randomUUID();
  const content = { version: 1, definition: readDefinition(service.records, projectId, given) };
  const version = evaluatorVersions.insertion(projectId, content, { parentId: id });
  const evaluator = evaluators.insertion(
    projectId,
    {
      name: given.name,
      description: given.description ?? null,
      ...content,
      versionId: version.document.id,
      versionCreatedAt: version.document.createdAt,
    },
    { id },
  );
  await service.records.write([evaluator.statement, version.statement]);
  return new Answer(201, answer(evaluator.document, []));
}

function list({ service, projectId, query }: ApiRequest): unknown {
  const { data, meta } = evaluators.behindCursor(service.records, projectId, query);
  const rules = evaluationRules.all(service.records, projectId);
  return { data: data.map((evaluator) => answer(evaluator, rules)), meta };
}

function read({ service, projectId, params }: ApiRequest): unknown {
  const id = params["evaluatorId"] ?? "";
  const found = evaluators.find(service.records, projectId, id);
  if (found === undefined) throw notFound("evaluator", id);
  return answer(found, evaluationRules.all(service.records, projectId));
}

/** Changes the texts of an evaluator. A definition replaces the previous one as a whole and makes a new version. */
async function update(request: ApiRequest): Promise<unknown> {
  const { service, projectId, params, body } = request;
  const { records } = service;
  const id = params["evaluatorId"] ?? "";
  const { name, description, ...given } = body as UpdateRequest;
  await retryOnConflict(async () => {
    const current = evaluators.find(records, projectId, id);
    if (current === undefined) throw notFound("evaluator", id);
    const texts = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
    const content: Evaluator = { ...current.content, ...texts };
    if (given.type === undefined) {
      return records.write([evaluators.replacement(projectId, { ...current, content })]);
    }
    const { type } = content.definition;
    if (given.type !== type) throw invalidParameter("type", `the evaluator is ${type}, which cannot change`);
    const changed = {
      version: content.version + 1,
      definition: readDefinition(records, projectId, given as GivenDefinition),
    };
    const { document, statement } = evaluatorVersions.insertion(projectId, changed, { parentId: id });
    const whole = { ...content, ...changed, versionId: document.id, versionCreatedAt: document.createdAt };
    return records.write([evaluators.replacement(projectId, { ...current, content: whole }), statement]);
  });
  return read(request);
}

/** Deletes an evaluator with its versions, and removes it from the rules. A rule without evaluators is disabled. */
async function remove({ service, projectId, params }: ApiRequest): Promise<unknown> {
  const { records } = service;
  const id = params["evaluatorId"] ?? "";
  await retryOnConflict(async () => {
    if (evaluators.find(records, projectId, id) === undefined) throw notFound("evaluator", id);
    await records.write([
      ...evaluationRules.all(records, projectId).flatMap((rule) => {
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
}

function listVersions({ service, projectId, params, query }: ApiRequest): unknown {
  const id = params["evaluatorId"] ?? "";
  if (evaluators.find(service.records, projectId, id) === undefined) throw notFound("evaluator", id);
  const { data, meta } = evaluatorVersions.behindCursor(service.records, projectId, query, id);
  return { data: data.map(versionAnswer), meta };
}

function answer(
  { id, content, ...times }: Document<Evaluator>,
  rules: ReadonlyArray<Document<EvaluationRule>>,
): unknown {
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

function versionAnswer({ id, content, createdAt }: Document<EvaluatorVersion>): unknown {
  return { id, version: content.version, createdAt: isoTime(createdAt), createdBy: null, ...content.definition };
}
