import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Web site on a separate origin that serves the given files. */
export interface WebSite {
  readonly url: string;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript", mjs: "text/javascript" };

/** Serves texts by their path; every other path is an empty page. */
export async function startWebSite(files: Readonly<Record<string, string>>): Promise<WebSite> {
  const server = createServer(({ url = "/" }, response) => {
    const type = TYPES[url.split(".").at(-1)!] ?? "text/html";
    response
      .writeHead(200, { "content-type": `${type}; charset=utf-8` })
      .end(files[url] ?? "<!doctype html><title>-</title>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    // Another host name than the service's makes this another site, not only another port.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
