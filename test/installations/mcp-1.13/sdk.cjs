const client = (file) => require(`@modelcontextprotocol/sdk/client/${file}.js`);
const server = (file) => require(`@modelcontextprotocol/sdk/server/${file}.js`);
const { CreateMessageRequestSchema, ElicitRequestSchema } = require("@modelcontextprotocol/sdk/types.js");

exports.sdk = {
  ...client("index"),
  ...client("sse"),
  ...client("stdio"),
  ...client("streamableHttp"),
  ...require("@modelcontextprotocol/sdk/inMemory.js"),
  ...server("mcp"),
  ...server("sse"),
  ...server("stdio"),
  ...server("streamableHttp"),
  samplingRequest: CreateMessageRequestSchema,
  elicitationRequest: ElicitRequestSchema,
  call: (from, params, options) => from.callTool(params, undefined, options),
  z: require("zod").z,
};
