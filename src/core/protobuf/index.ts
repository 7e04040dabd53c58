// Names that the span processor and the service take: one codec of protobuf, and the fields of the OpenTelemetry protocol.

export {
  ANY_VALUE,
  EVENT,
  EXPORT_REQUEST,
  EXPORT_RESPONSE,
  KEY_VALUE,
  LINK,
  LIST,
  PARTIAL_SUCCESS,
  RESOURCE,
  RESOURCE_SPANS,
  SCOPE,
  SCOPE_SPANS,
  SPAN,
  STATUS,
} from "./otlp-fields.ts";
export { ProtobufReader } from "./protobuf-reader.ts";
export { fieldHeader, ProtobufWriter, varintSize } from "./protobuf-writer.ts";
