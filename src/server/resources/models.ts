import type { ModelUsageUnit } from "@svc/core/api";
import { jsonTextOrNull, parseContent, parseJson } from "../http/json.ts";
import { type Records, type Statement, mustChange } from "../storage/records.ts";
import { type Sql, sql } from "../storage/sql.ts";

/** Comparison of an amount in the condition of a tier. */
export type TierOperator = "gt" | "gte" | "lt" | "lte" | "eq" | "neq";

/** Condition of a tier: on the amount used of the matching kinds, or on a parameter or a metadata key. */
export type TierCondition =
  | { usageDetailPattern: string; operator: TierOperator; value: number; caseSensitive: boolean }
  | { source: "model_parameters" | "metadata"; key: string; operator: "in"; values: string[] };

/** Prices per unit by kind of usage, with the conditions under which they apply. */
export interface PricingTier {
  id: string;
  name: string;
  isDefault: boolean;
  /** Priority of the tier. Of the tiers that apply, the one with the lowest number is used. */
  priority: number;
  conditions: TierCondition[];
  /** Prices by kind of usage, per unit, in the currency of the price list. */
  prices: Record<string, number>;
}

/** Entry of the price list. Times are milliseconds since 1970. */
export interface Model {
  id: string;
  /** Id of the project; null for a built-in model. */
  projectId: string | null;
  modelName: string;
  /** Regular expression in the syntax of PostgreSQL, where a leading `(?i)` ignores case. */
  matchPattern: string;
  startDate: number | null;
  unit: ModelUsageUnit | null;
  tokenizerId: string | null;
  tokenizerConfig: unknown;
  pricingTiers: PricingTier[];
  createdAt: number;
  updatedAt: number;
}

/** Row of `models`. The configuration of the tokenizer and the tiers are JSON text. */
export type ModelRow = Omit<Model, "tokenizerConfig" | "pricingTiers"> & {
  tokenizerConfig: string | null;
  pricingTiers: string;
};

const COLUMNS = sql<ModelRow>`id, projectId, modelName, matchPattern, startDate, unit, tokenizerId, tokenizerConfig,
  pricingTiers, createdAt, updatedAt`;

/** Query for every stored model of every project. */
export const ALL_MODELS: Sql<ModelRow> = sql<ModelRow>`SELECT ${COLUMNS} FROM models`;

/** Lists the models of a project, newest first, without the built-in models. */
export async function listOwnModels(records: Records, projectId: string): Promise<Model[]> {
  const rows = await records.all(
    sql<ModelRow>`${ALL_MODELS} WHERE projectId = ${projectId} ORDER BY createdAt DESC, id`,
  );
  return rows.map(asModel);
}

/** Counts the models of a project, without the built-in models. */
export async function countOwnModels(records: Records, projectId: string): Promise<number> {
  const row = await records.get(
    sql<{ count: number }>`SELECT count(*) AS count FROM models WHERE projectId = ${projectId}`,
  );
  return row?.count ?? 0;
}

/** Returns the model of a project with this id; undefined when there is none. */
export async function findModel(records: Records, projectId: string, id: string): Promise<Model | undefined> {
  const row = await records.get(sql<ModelRow>`${ALL_MODELS} WHERE projectId = ${projectId} AND id = ${id}`);
  return row && asModel(row);
}

/** Builds the statement that stores a model, or replaces the model of the project with its id. */
export function upsertModel(projectId: string, model: Model): Statement {
  const { id, modelName, matchPattern, startDate, unit, tokenizerId, tokenizerConfig, pricingTiers } = model;
  const { createdAt, updatedAt } = model;
  return sql`INSERT INTO models (${COLUMNS}) VALUES (${id}, ${projectId}, ${modelName}, ${matchPattern},
      ${startDate}, ${unit}, ${tokenizerId}, ${jsonTextOrNull(tokenizerConfig)}, ${JSON.stringify(pricingTiers)}, ${createdAt}, ${updatedAt})
    ON CONFLICT (projectId, id) DO UPDATE SET modelName = excluded.modelName, matchPattern = excluded.matchPattern,
      startDate = excluded.startDate, unit = excluded.unit, tokenizerId = excluded.tokenizerId,
      tokenizerConfig = excluded.tokenizerConfig, pricingTiers = excluded.pricingTiers,
      updatedAt = CASE WHEN excluded.updatedAt > models.updatedAt THEN excluded.updatedAt ELSE models.updatedAt + 1 END`;
}

/** Builds the statement that deletes a model of a project. The write fails when the project has no model with this id. */
export function deleteModel(projectId: string, id: string): Statement {
  return mustChange(sql`DELETE FROM models WHERE projectId = ${projectId} AND id = ${id}`);
}

/** Converts a row of `models` to a model. */
export function asModel(row: ModelRow): Model {
  const { tokenizerConfig, pricingTiers } = row;
  return {
    ...row,
    tokenizerConfig: tokenizerConfig === null ? null : parseContent(tokenizerConfig),
    pricingTiers: parseJson(pricingTiers) as PricingTier[],
  };
}

/** Returns the tier that applies when no other tier does. */
export function defaultTier({ pricingTiers }: Model): PricingTier {
  const found = pricingTiers.find(({ isDefault }) => isDefault) ?? pricingTiers[0];
  return found ?? { id: "none", name: "none", isDefault: true, priority: 0, conditions: [], prices: {} };
}
