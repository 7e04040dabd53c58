import { type IncomingMessage, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { PUBLIC_NAME } from "./documented.ts";

/** Request to a proxy, as anybody on the network sends it. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Text of an event stream after which it is left. Default: it is left at once. */
  readonly until?: string;
}

/** Answer, without the rest of a stream. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

const agents = {
  "http:": new HttpAgent({ keepAlive: true, maxSockets: 16 }),
  // The certificate is of the test.
  "https:": new HttpsAgent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false, servername: PUBLIC_NAME }),
};

/** Sends a request. Resolves to the whole answer; to that of an event stream as soon as the text that it waits for has come. */
export async function ask(
  origin: string,
  { method = "GET", path, headers = {}, body, until = "" }: Asked,
): Promise<Answered> {
  const url = new URL(path, origin);
  const protocol = url.protocol as keyof typeof agents;
  const send = protocol === "http:" ? httpRequest : httpsRequest;
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      const { statusCode: status = 0, headers: given } = response;
      const isStream = given["content-type"]?.startsWith("text/event-stream") === true;
      let text = "";
      const leave = (): void => {
        response.destroy();
        resolve({ status, text });
      };
      response.on("data", (chunk) => {
        text += String(chunk);
        if (isStream && text.includes(until)) leave();
      });
      if (isStream && until === "") leave();
      response.on("end", () => resolve({ status, text }));
      response.on("error", reject);
    };
    const sent = send(url, { agent: agents[protocol], method, headers: { ...headers, ...length } }, answered);
    sent.on("error", reject);
    sent.end(body);
  });
}
