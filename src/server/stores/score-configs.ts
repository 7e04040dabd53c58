import { Documents } from "./documents.ts";

/** One of the values that a categorical score can have. */
export interface ScoreCategory {
  value: number;
  label: string;
}

/** What scores of one name look like. */
export interface ScoreConfig {
  name: string;
  dataType: "NUMERIC" | "BOOLEAN" | "CATEGORICAL" | "TEXT";
  /** An archived config takes no new scores. */
  isArchived: boolean;
  minValue: number | null;
  maxValue: number | null;
  categories: ScoreCategory[] | null;
  description: string | null;
}

/** Every score config. */
export const scoreConfigs: Documents<ScoreConfig> = new Documents<ScoreConfig>("score-config");
