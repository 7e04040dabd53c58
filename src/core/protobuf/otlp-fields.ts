// Fields of the OpenTelemetry protocol's trace messages (opentelemetry-proto, trace v1 and collector v1). Each constant is a
// message, with the tags of the fields that are written or read here. A tag is the field's number times 8, plus its wire type:
// 0 for integers, 1 for eight bytes, 2 for texts, bytes and messages, 5 for four bytes.

/** Field of `ExportTraceServiceRequest`. */
export const EXPORT_REQUEST = {
  RESOURCE_SPANS: 10, // ResourceSpans resource_spans = 1
} as const;

/** Field of `ExportTraceServiceResponse`. */
export const EXPORT_RESPONSE = {
  PARTIAL_SUCCESS: 10, // ExportTracePartialSuccess partial_success = 1
} as const;

/** Fields of `ExportTracePartialSuccess`. */
export const PARTIAL_SUCCESS = {
  REJECTED_SPANS: 8, // int64 rejected_spans = 1
  ERROR_MESSAGE: 18, // string error_message = 2
} as const;

/** Fields of `ResourceSpans`. */
export const RESOURCE_SPANS = {
  RESOURCE: 10, // Resource resource = 1
  SCOPE_SPANS: 18, // ScopeSpans scope_spans = 2
} as const;

/** Field of `Resource`. */
export const RESOURCE = {
  ATTRIBUTES: 10, // KeyValue attributes = 1
} as const;

/** Fields of `ScopeSpans`. */
export const SCOPE_SPANS = {
  SCOPE: 10, // InstrumentationScope scope = 1
  SPANS: 18, // Span spans = 2
  SCHEMA_URL: 26, // string schema_url = 3
} as const;

/** Fields of `InstrumentationScope`. */
export const SCOPE = {
  NAME: 10, // string name = 1
  VERSION: 18, // string version = 2
  ATTRIBUTES: 26, // KeyValue attributes = 3
} as const;

/** Fields of `Span`. */
export const SPAN = {
  TRACE_ID: 10, // bytes trace_id = 1
  SPAN_ID: 18, // bytes span_id = 2
  TRACE_STATE: 26, // string trace_state = 3
  PARENT_SPAN_ID: 34, // bytes parent_span_id = 4
  NAME: 42, // string name = 5
  KIND: 48, // SpanKind kind = 6
  START_TIME: 57, // fixed64 start_time_unix_nano = 7
  END_TIME: 65, // fixed64 end_time_unix_nano = 8
  ATTRIBUTES: 74, // KeyValue attributes = 9
  DROPPED_ATTRIBUTES: 80, // uint32 dropped_attributes_count = 10
  EVENTS: 90, // Event events = 11
  DROPPED_EVENTS: 96, // uint32 dropped_events_count = 12
  LINKS: 106, // Link links = 13
  DROPPED_LINKS: 112, // uint32 dropped_links_count = 14
  STATUS: 122, // Status status = 15
  FLAGS: 133, // fixed32 flags = 16
} as const;

/** Fields of `Span.Event`. */
export const EVENT = {
  TIME: 9, // fixed64 time_unix_nano = 1
  NAME: 18, // string name = 2
  ATTRIBUTES: 26, // KeyValue attributes = 3
  DROPPED_ATTRIBUTES: 32, // uint32 dropped_attributes_count = 4
} as const;

/** Fields of `Span.Link`. */
export const LINK = {
  TRACE_ID: 10, // bytes trace_id = 1
  SPAN_ID: 18, // bytes span_id = 2
  TRACE_STATE: 26, // string trace_state = 3
  ATTRIBUTES: 34, // KeyValue attributes = 4
  DROPPED_ATTRIBUTES: 40, // uint32 dropped_attributes_count = 5
  FLAGS: 53, // fixed32 flags = 6
} as const;

/** Fields of `Status`. */
export const STATUS = {
  MESSAGE: 18, // string message = 2
  CODE: 24, // StatusCode code = 3
} as const;

/** Fields of `KeyValue`. */
export const KEY_VALUE = {
  KEY: 10, // string key = 1
  VALUE: 18, // AnyValue value = 2
} as const;

/** Fields of `AnyValue`. */
export const ANY_VALUE = {
  STRING: 10, // string string_value = 1
  BOOL: 16, // bool bool_value = 2
  INT: 24, // int64 int_value = 3
  DOUBLE: 33, // double double_value = 4
  ARRAY: 42, // ArrayValue array_value = 5
  KEY_VALUES: 50, // KeyValueList kvlist_value = 6
  BYTES: 58, // bytes bytes_value = 7
} as const;

/** Field of `ArrayValue`, and of `KeyValueList`. */
export const LIST = {
  VALUES: 10, // AnyValue (KeyValue) values = 1
} as const;
