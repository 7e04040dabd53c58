import type * as Api from "@svc/core/api";
import { HttpError, type RequestIssue, fieldIssue, invalidRequest } from "../../http/http-errors.ts";
import type { Records } from "../../storage/records.ts";
import type { EvaluatorDefinition } from "../../resources/evaluators.ts";
import { llmConnections } from "../../resources/llm-connections.ts";

type GivenDefinition =
  | Omit<Api.CreateLlmAsJudgeEvaluatorRequest, "name">
  | Omit<Api.CreateCodeEvaluatorRequest, "name">;

/**
 * Returns the definition to store. Throws a 400 for a definition that contradicts itself, a 412 for a model without an LLM
 * connection.
 */
export async function readDefinition(
  records: Records,
  projectId: string,
  given: GivenDefinition,
): Promise<EvaluatorDefinition> {
  if (given.type === "code") {
    return { type: "code", sourceCode: given.sourceCode, sourceCodeLanguage: given.sourceCodeLanguage };
  }
  const { prompt, variableMapping = null, modelConfig = null, outputDefinition } = given;
  const messages = typeof prompt === "string" ? [{ role: "user", content: prompt } as const] : prompt;
  const variables = variablesOf(messages);
  const issues = [
    ...promptIssues(messages),
    ...mappingIssues(variableMapping, variables),
    ...rangeIssues(outputDefinition),
  ];
  if (issues.length > 0) throw invalidRequest(issues);
  if (
    modelConfig !== null &&
    (await llmConnections.findByKey(records, projectId, modelConfig.provider)) === undefined
  ) {
    const message = `There is no LLM connection ${modelConfig.provider}: make one, or leave modelConfig out`;
    throw new HttpError(412, { message, code: "invalid_request" });
  }
  return { type: "llm_as_judge", prompt: messages, variables, variableMapping, modelConfig, outputDefinition };
}

/** Yields the problems of a variable mapping: each variable must be one of the prompt's, and may appear once. */
export function* mappingIssues(
  mapping: Api.PromptVariableMappingInput[] | null,
  variables: readonly string[],
): Generator<RequestIssue> {
  const known = new Set(variables);
  const seen = new Set<string>();
  for (const { variable } of mapping ?? []) {
    if (!known.has(variable)) yield fieldIssue("variableMapping", `the prompt has no variable ${variable}`);
    if (seen.has(variable)) yield fieldIssue("variableMapping", `${variable} is given twice`);
    seen.add(variable);
  }
}

function variablesOf(messages: Api.EvaluatorPromptMessage[]): string[] {
  const found = messages.flatMap(({ content }) =>
    Array.from(content.matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g), ([, name = ""]) => name),
  );
  return [...new Set(found)];
}

function* promptIssues(messages: Api.EvaluatorPromptMessage[]): Generator<RequestIssue> {
  if (messages.slice(1).some(({ role }) => role === "system")) {
    yield fieldIssue("prompt", "a system message can only be the first");
  }
}

function* rangeIssues({ minValue, maxValue }: Readonly<Record<string, unknown>>): Generator<RequestIssue> {
  if (typeof minValue === "number" && typeof maxValue === "number" && minValue > maxValue) {
    yield fieldIssue("outputDefinition", `minValue ${minValue} is above maxValue ${maxValue}`);
  }
}
