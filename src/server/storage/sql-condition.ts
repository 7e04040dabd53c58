/** A condition in SQL with a place for each value. */
export interface Condition {
  sql: string;
  values: Array<string | number>;
  /** True when few rows meet it, so that they are better found first and put in order afterwards. */
  isSelective?: boolean;
}
