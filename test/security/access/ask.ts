import { Agent, request } from "node:http";

/** Answer to a request of the table. */
export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  /** Body; empty for a stream of events, which is closed with the first headers. */
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends a request with any header, which `fetch` does not allow for `host`. */
export async function ask(
  url: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Readonly<Record<string, string>>; body?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Node sends the body of a DELETE without its length, which the service would take for the next request.
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = request(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      if (answered["content-type"]?.startsWith("text/event-stream") && method !== "HEAD") {
        response.destroy();
        resolve({ status, headers: answered, text: "" });
        return;
      }
      let text = "";
      response.on("data", (chunk) => (text += String(chunk)));
      response.on("end", () => resolve({ status, headers: answered, text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
