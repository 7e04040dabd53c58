import { parseJson } from "../http/json.ts";
import type { Records, Row, Statement } from "../storage/records.ts";

/** How a tier compares an amount. */
export type TierOperator = "gt" | "gte" | "lt" | "lte" | "eq" | "neq";

/** When a tier applies: by the amount used of the kinds that match, or by a parameter or a metadata key. */
export type TierCondition =
  | { usageDetailPattern: string; operator: TierOperator; value: number; caseSensitive: boolean }
  | { source: "model_parameters" | "metadata"; key: string; operator: "in"; values: string[] };

/** Prices per unit by kind of usage, and when they apply. */
export interface PricingTier {
  id: string;
  name: string;
  isDefault: boolean;
  /** The lowest that applies counts. */
  priority: number;
  conditions: TierCondition[];
  /** Currency of the price list, per unit. */
  prices: Record<string, number>;
}

/** An entry of the price list. Times are milliseconds since 1970. */
export interface Model {
  id: string;
  /** Null for one that comes with the service. */
  projectId: string | null;
  modelName: string;
  /** A regular expression in the flavour of PostgreSQL, where `(?i)` in front ignores case. */
  matchPattern: string;
  startDate: number | null;
  unit: string | null;
  tokenizerId: string | null;
  tokenizerConfig: unknown;
  pricingTiers: PricingTier[];
  createdAt: number;
  updatedAt: number;
}

/** Every model of every project. */
export const ALL_MODELS = "SELECT * FROM models";

/** The models of a project, newest first; those that come with the service are not among them. */
export function listOwnModels(records: Records, projectId: string): Model[] {
  return records.all(`${ALL_MODELS} WHERE projectId = ? ORDER BY createdAt DESC, id`, projectId).map(asModel);
}

/** The model of a project with this id. */
export function findModel(records: Records, projectId: string, id: string): Model | undefined {
  const row = records.get("SELECT * FROM models WHERE projectId = ? AND id = ?", projectId, id);
  return row && asModel(row);
}

/** Stores a model in place of the one with its id. Changes nothing when the id is one of another project. */
export function upsertModel(projectId: string, model: Model): Statement {
  const { id, modelName, matchPattern, startDate, unit, tokenizerId, tokenizerConfig, pricingTiers } = model;
  const tokenizer = tokenizerConfig == null ? null : JSON.stringify(tokenizerConfig);
  return {
    sql: `INSERT INTO models VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
      modelName = excluded.modelName, matchPattern = excluded.matchPattern, startDate = excluded.startDate,
      unit = excluded.unit, tokenizerId = excluded.tokenizerId, tokenizerConfig = excluded.tokenizerConfig,
      pricingTiers = excluded.pricingTiers, updatedAt = max(excluded.updatedAt, updatedAt + 1)
      WHERE projectId = excluded.projectId`,
    values: [
      id,
      projectId,
      modelName,
      matchPattern,
      startDate,
      unit,
      tokenizerId,
      tokenizer,
      JSON.stringify(pricingTiers),
      model.createdAt,
      model.updatedAt,
    ],
    mustChange: true,
  };
}

/** Removes a model of a project. Changes nothing when it has none with this id. */
export function deleteModel(projectId: string, id: string): Statement {
  return { sql: "DELETE FROM models WHERE projectId = ? AND id = ?", values: [projectId, id], mustChange: true };
}

/** A row of `models` as the record it holds. */
export function asModel(row: Row): Model {
  const config = row["tokenizerConfig"];
  return {
    ...(row as unknown as Model),
    tokenizerConfig: typeof config === "string" ? parseJson(config) : null,
    pricingTiers: parseJson(String(row["pricingTiers"])) as PricingTier[],
  };
}

/** The tier that applies when no other does. */
export function defaultTier({ pricingTiers }: Model): PricingTier {
  const found = pricingTiers.find(({ isDefault }) => isDefault) ?? pricingTiers[0];
  return found ?? { id: "none", name: "none", isDefault: true, priority: 0, conditions: [], prices: {} };
}
