import { Documents } from "../storage/documents.ts";

/** Value that a categorical score can have. */
export interface ScoreCategory {
  value: number;
  label: string;
}

/** Rules for the scores of one name. */
export interface ScoreConfig {
  name: string;
  dataType: "NUMERIC" | "BOOLEAN" | "CATEGORICAL" | "TEXT";
  /** True for an archived config, which accepts no new scores. */
  isArchived: boolean;
  minValue: number | null;
  maxValue: number | null;
  categories: ScoreCategory[] | null;
  description: string | null;
}

export const scoreConfigs: Documents<ScoreConfig> = new Documents<ScoreConfig>("score-config");
