import { HttpError, type RequestIssue, invalidRequest } from "../../http/http-errors.ts";
import type { Records } from "../../storage/records.ts";
import type { EvaluatorDefinition, VariableMapping } from "../../stores/evaluators.ts";
import { llmConnections } from "../../stores/llm-connections.ts";

type Judge = Extract<EvaluatorDefinition, { type: "llm_as_judge" }>;

/** Evaluator definition in a request. The API document defines the types of its fields. */
export type GivenDefinition =
  | (Pick<Judge, "type" | "outputDefinition"> &
      Partial<Pick<Judge, "variableMapping" | "modelConfig">> & {
        prompt: string | Judge["prompt"];
      })
  | Extract<EvaluatorDefinition, { type: "code" }>;

/**
 * Returns the definition to store. Throws a 400 for a definition that contradicts itself, a 412 for a model without an LLM
 * connection.
 */
export function readDefinition(records: Records, projectId: string, given: GivenDefinition): EvaluatorDefinition {
  if (given.type === "code") {
    return { type: "code", sourceCode: given.sourceCode, sourceCodeLanguage: given.sourceCodeLanguage };
  }
  const { prompt, variableMapping = null, modelConfig = null, outputDefinition } = given;
  const messages = typeof prompt === "string" ? [{ role: "user" as const, content: prompt }] : prompt;
  const variables = variablesOf(messages);
  const issues = [
    ...promptIssues(messages),
    ...mappingIssues(variableMapping, variables),
    ...rangeIssues(outputDefinition),
  ];
  if (issues.length > 0) throw invalidRequest(issues);
  if (modelConfig !== null && llmConnections.findByKey(records, projectId, modelConfig.provider) === undefined) {
    const message = `There is no LLM connection ${modelConfig.provider}: make one, or leave modelConfig out`;
    throw new HttpError(412, { message, code: "invalid_request" });
  }
  return { type: "llm_as_judge", prompt: messages, variables, variableMapping, modelConfig, outputDefinition };
}

/** Yields the problems of a variable mapping: each variable must be one of the prompt's, and may appear once. */
export function* mappingIssues(
  mapping: VariableMapping[] | null,
  variables: readonly string[],
): Generator<RequestIssue> {
  const known = new Set(variables);
  const seen = new Set<string>();
  for (const { variable } of mapping ?? []) {
    if (!known.has(variable)) yield issue("variableMapping", `the prompt has no variable ${variable}`);
    if (seen.has(variable)) yield issue("variableMapping", `${variable} is given twice`);
    seen.add(variable);
  }
}

function variablesOf(messages: Judge["prompt"]): string[] {
  const found = messages.flatMap(({ content }) =>
    Array.from(content.matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g), ([, name = ""]) => name),
  );
  return [...new Set(found)];
}

function* promptIssues(messages: Judge["prompt"]): Generator<RequestIssue> {
  if (messages.slice(1).some(({ role }) => role === "system")) {
    yield issue("prompt", "a system message can only be the first");
  }
}

function* rangeIssues({ minValue, maxValue }: Judge["outputDefinition"]): Generator<RequestIssue> {
  if (typeof minValue === "number" && typeof maxValue === "number" && minValue > maxValue) {
    yield issue("outputDefinition", `minValue ${minValue} is above maxValue ${maxValue}`);
  }
}

function issue(field: string, message: string): RequestIssue {
  return { code: "invalid_value", message: `${field}: ${message}`, path: [field] };
}
