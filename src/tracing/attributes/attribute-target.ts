/** Target of attributes: an OpenTelemetry span, or a record of attributes. */
export interface AttributeTarget {
  setAttribute(key: string, value: string | number | boolean): unknown;
  /** Attributes that are already written, if they can be read. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}
