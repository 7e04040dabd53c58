import type { CreateScoreRequest } from "@svc/core/api";
import type { Document } from "../../storage/documents.ts";
import type { ScoreConfig } from "../../resources/score-configs.ts";
import type { ScoreDataType } from "../../resources/scores.ts";
import { UNSHOWN, isPrintable, isShownText } from "../../resources/shown-text.ts";

/** Problem of a score: the field, and the reason. */
export interface ScoreProblem {
  field: keyof CreateScoreRequest;
  reason: string;
}

/** Value of a score as stored. */
export interface ScoreValue {
  dataType: ScoreDataType;
  value: number | null;
  stringValue: string | null;
}

/** Maximum number of characters of the value of a `TEXT` score. */
const MAX_TEXT_CHARACTERS = 500;

/** Returns the problem with the target or the source of a score; undefined when both are right. */
export function checkSubject(score: CreateScoreRequest): ScoreProblem | undefined {
  const { traceId, sessionId, observationId, datasetRunId, dataType, source, configId } = score;
  const targets = [traceId, sessionId, datasetRunId].filter(Boolean);
  if (observationId && !traceId) return { field: "observationId", reason: "needs the traceId of its trace" };
  if (targets.length !== 1) {
    const reason = targets.length === 0 ? "is missing, and so are the others" : "is one too many";
    return { field: "traceId", reason: `exactly one of traceId, sessionId and datasetRunId is needed: it ${reason}` };
  }
  if (dataType === "CORRECTION") {
    if (!traceId) return { field: "traceId", reason: "only a trace or an observation can be corrected" };
    if (configId) return { field: "configId", reason: "a correction follows no score config" };
  } else if (source === "ANNOTATION" && !configId) {
    return { field: "configId", reason: "an annotation needs the score config that it follows" };
  }
  return undefined;
}

/**
 * Checks the value of a score against its data type, and name, type and value against its score config. Returns the value as stored, or the problem with the
 * value. `config` is the score config that the score names, if it names one.
 */
export function checkScoreValue(
  score: CreateScoreRequest,
  config: Document<ScoreConfig> | undefined,
): ScoreValue | ScoreProblem {
  const { value } = score;
  const dataType =
    score.dataType ?? config?.content.dataType ?? (typeof value === "number" ? "NUMERIC" : "CATEGORICAL");
  const problem = config && checkConfig(dataType, config);
  if (problem) return problem;
  const checked = CHECKS[dataType](value, config);
  if ("reason" in checked || config === undefined || config.content.name === score.name) return checked;
  // A misspelt name would begin a second series, which no chart, no agreement and no queue finds.
  return { field: "name", reason: `the score config ${config.id} is named ${config.content.name}` };
}

const CHECKS: Readonly<
  Record<ScoreDataType, (value: number | string, config?: Document<ScoreConfig>) => ScoreValue | ScoreProblem>
> = {
  NUMERIC: numeric,
  BOOLEAN(value) {
    if (value !== 0 && value !== 1) return wrong("a BOOLEAN score has 0 or 1");
    return { dataType: "BOOLEAN", value, stringValue: value === 1 ? "True" : "False" };
  },
  CATEGORICAL: categorical,
  TEXT(value) {
    if (typeof value === "string" && value.length > 0 && value.length <= MAX_TEXT_CHARACTERS)
      return lines("TEXT", value);
    return wrong(`a TEXT score has a text of 1 to ${MAX_TEXT_CHARACTERS} characters`);
  },
  CORRECTION(value) {
    return typeof value === "string" ? lines("CORRECTION", value) : wrong("a CORRECTION has a text");
  },
};

function checkConfig(dataType: ScoreDataType, { id, content }: Document<ScoreConfig>): ScoreProblem | undefined {
  if (content.isArchived) return { field: "configId", reason: `the score config ${id} is archived` };
  if (content.dataType === dataType) return undefined;
  return { field: "dataType", reason: `the score config ${id} is ${content.dataType}, the score ${dataType}` };
}

function numeric(value: number | string, config?: Document<ScoreConfig>): ScoreValue | ScoreProblem {
  if (typeof value !== "number") return wrong("a NUMERIC score has a number");
  const { minValue, maxValue } = config?.content ?? {};
  if (minValue != null && value < minValue) return wrong(`${value} is below the least, ${minValue}, of its config`);
  if (maxValue != null && value > maxValue) return wrong(`${value} is above the most, ${maxValue}, of its config`);
  return { dataType: "NUMERIC", value, stringValue: null };
}

function categorical(value: number | string, config?: Document<ScoreConfig>): ScoreValue | ScoreProblem {
  if (typeof value !== "string") return wrong("a CATEGORICAL score has a text");
  if (config === undefined) return isPrintable(value) ? text("CATEGORICAL", value) : wrong(UNSHOWN.name);
  const categories = config.content.categories ?? [];
  const category = categories.find(({ label }) => label === value);
  if (category) return { dataType: "CATEGORICAL", value: category.value, stringValue: value };
  return wrong(`is none of the categories of its config: ${categories.map(({ label }) => label).join(", ")}`);
}

function lines(dataType: ScoreDataType, value: string): ScoreValue | ScoreProblem {
  return isShownText(value) ? text(dataType, value) : wrong(UNSHOWN.text);
}

function text(dataType: ScoreDataType, stringValue: string): ScoreValue {
  return { dataType, value: null, stringValue };
}

function wrong(reason: string): ScoreProblem {
  return { field: "value", reason };
}
