import type * as Api from "@svc/core/api";
import { Documents } from "../storage/documents.ts";

/** Definition of an evaluator: a model as judge, or code. */
export type EvaluatorDefinition =
  | {
      type: "llm_as_judge";
      prompt: Api.EvaluatorPromptMessage[];
      /** Names that occur in the prompt as `{{name}}`. */
      variables: string[];
      variableMapping: Api.PromptVariableMappingInput[] | null;
      modelConfig: Api.EvaluatorModelConfig | null;
      outputDefinition: Api.OutputDefinition;
    }
  | Pick<Api.CodeEvaluator, "type" | "sourceCode" | "sourceCodeLanguage">;

/** Version of an evaluator's definition. Its parent is the evaluator. */
export interface EvaluatorVersion {
  version: number;
  definition: EvaluatorDefinition;
}

/** Evaluator with its latest version. */
export interface Evaluator extends EvaluatorVersion {
  name: string;
  description: string | null;
  versionId: string;
  /** Milliseconds since 1970. */
  versionCreatedAt: number;
}

/** Rule that chooses the observations to evaluate and the evaluators to run. */
export interface EvaluationRule {
  name: string;
  enabled: boolean;
  /** Share of the matching observations to evaluate. */
  sampling: number;
  filter: Api.EvaluationRuleFilter[];
  evaluatorAssignments: Array<{ evaluatorId: string; variableMapping: Api.PromptVariableMappingInput[] | null }>;
}

export const evaluators: Documents<Evaluator> = new Documents<Evaluator>("evaluator");

export const evaluatorVersions: Documents<EvaluatorVersion> = new Documents<EvaluatorVersion>("evaluator-version");

export const evaluationRules: Documents<EvaluationRule> = new Documents<EvaluationRule>("evaluation-rule");
