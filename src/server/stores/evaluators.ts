import { Documents } from "./documents.ts";

/** Where a variable of a judge's prompt comes from. */
export interface VariableMapping {
  variable: string;
  source: string;
  jsonPath?: string | null;
}

/** What an evaluator does. */
export type EvaluatorDefinition =
  | {
      type: "llm_as_judge";
      prompt: Array<{ role: "system" | "user" | "assistant"; content: string }>;
      /** The names that stand in the prompt as `{{name}}`. */
      variables: string[];
      variableMapping: VariableMapping[] | null;
      modelConfig: { provider: string; model: string } | null;
      outputDefinition: Record<string, unknown> & { dataType: string };
    }
  | { type: "code"; sourceCode: string; sourceCodeLanguage: "PYTHON" | "TYPESCRIPT" };

/** One state of what an evaluator does; its parent is the evaluator. */
export interface EvaluatorVersion {
  version: number;
  definition: EvaluatorDefinition;
}

/** An evaluator with its latest version. */
export interface Evaluator extends EvaluatorVersion {
  name: string;
  description: string | null;
  versionId: string;
  /** Milliseconds since 1970. */
  versionCreatedAt: number;
}

/** Which observations are evaluated, and by which evaluators. */
export interface EvaluationRule {
  name: string;
  enabled: boolean;
  /** Share of the observations that are evaluated. */
  sampling: number;
  filter: unknown[];
  evaluatorAssignments: Array<{ evaluatorId: string; variableMapping: VariableMapping[] | null }>;
}

/** Every evaluator. */
export const evaluators: Documents<Evaluator> = new Documents<Evaluator>("evaluator");

/** Every version of every evaluator. */
export const evaluatorVersions: Documents<EvaluatorVersion> = new Documents<EvaluatorVersion>("evaluator-version");

/** Every rule. */
export const evaluationRules: Documents<EvaluationRule> = new Documents<EvaluationRule>("evaluation-rule");
