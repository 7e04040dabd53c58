// Names of OpenTelemetry's conventions for the Model Context Protocol.
// https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp

export const METHOD_NAME = "mcp.method.name";
export const SESSION_ID = "mcp.session.id";
export const PROTOCOL_VERSION = "mcp.protocol.version";
export const RESOURCE_URI = "mcp.resource.uri";
export const JSONRPC_REQUEST_ID = "jsonrpc.request.id";
export const RESPONSE_STATUS_CODE = "rpc.response.status_code";
export const NETWORK_TRANSPORT = "network.transport";
export const SERVER_ADDRESS = "server.address";
export const SERVER_PORT = "server.port";
