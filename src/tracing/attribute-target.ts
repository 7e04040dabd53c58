/** Whatever attributes can be written on: an OpenTelemetry span, or a record of them. */
export interface AttributeTarget {
  setAttribute(key: string, value: string | number | boolean): unknown;
  /** What is written already, where that can be seen. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}
