/** SQL condition, with the values of its placeholders. */
export interface Condition {
  sql: string;
  values: Array<string | number>;
  /** True when few rows match: then it is faster to find these rows first and sort them afterwards. */
  isSelective?: boolean;
}
