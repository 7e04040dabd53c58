import { textOf } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  attributeTable,
  endpointsBy,
  mediaFields,
  ownData,
  type AttributeRow,
  type Endpoint,
  type Library,
} from "@svc/instrumentation";

const REQUEST_ROWS: readonly AttributeRow[] = [
  [GenAi.REQUEST_ENCODING_FORMATS, "encodingFormat", (format) => (format ? [format] : undefined)],
];

const DEFAULT_ADDRESS = "https://api.voyageai.com/v1";
const endpointAt = /* @__PURE__ */ endpointsBy(() => "voyageai");

/**
 * Package `voyageai`, with the facts that its calls share. Its clients send requests by a function that cannot be patched: what
 * the application passed is recorded.
 */
export const VOYAGEAI: Library = {
  name: "voyageai",
  transport: {},
  endpointOf,
  hasOwnTransport: (client) => ownData(ownData(client, "_options"), "fetch") !== undefined,
  requestAttributes: attributeTable(REQUEST_ROWS),
  textFields: new Set(["documents", "input", "inputs", "query"]),
  // Images are URLs of data.
  mediaFields: mediaFields({}),
};

function endpointOf(client: unknown): Endpoint {
  const options = ownData(client, "_options");
  const address = textOf(ownData(options, "baseUrl")) ?? textOf(ownData(options, "environment"));
  return endpointAt(address ?? DEFAULT_ADDRESS);
}
