const { NodeStreamableHTTPServerTransport } = require("@modelcontextprotocol/node");

exports.sdk = {
  ...require("@modelcontextprotocol/client"),
  ...require("@modelcontextprotocol/client/stdio"),
  ...require("@modelcontextprotocol/server"),
  ...require("@modelcontextprotocol/server-legacy/sse"),
  ...require("@modelcontextprotocol/server/stdio"),
  StreamableHTTPServerTransport: NodeStreamableHTTPServerTransport,
  samplingRequest: "sampling/createMessage",
  elicitationRequest: "elicitation/create",
  call: (from, params, options) => from.callTool(params, options),
  z: require("zod").z,
};
