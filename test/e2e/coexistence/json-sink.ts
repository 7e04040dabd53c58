import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

/** Server that accepts OTLP exports as JSON and keeps the names of the spans. */
export interface JsonSink {
  readonly url: string;
  readonly names: string[];
  close(): Promise<void>;
}

interface JsonExport {
  resourceSpans: Array<{ scopeSpans: Array<{ spans: Array<{ name: string }> }> }>;
}

export async function startJsonSink(): Promise<JsonSink> {
  const names: string[] = [];
  const server = createServer((request, response) => void receive(request, response));
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const json = (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString("utf8");
    const { resourceSpans } = JSON.parse(json) as JsonExport;
    for (const { scopeSpans } of resourceSpans) {
      for (const { spans } of scopeSpans) names.push(...spans.map(({ name }) => name));
    }
    response.setHeader("content-type", "application/json").end("{}");
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
