import { connect } from "node:net";

/** Request as it goes over the wire, with what no HTTP client would send. */
export interface RawRequest {
  method?: string;
  /** Target as the first line has it. */
  target: string;
  version?: string;
  /** Lines of the head, such as `Host: localhost`. */
  lines: readonly string[];
  body?: string;
}

/** Sends a request to a port of this machine, and returns the status of the answer. Leaves the rest of the answer, which may never end. */
export async function rawStatus(
  port: number,
  { method = "GET", target, version = "1.1", lines, body = "" }: RawRequest,
  address = "127.0.0.1",
): Promise<number> {
  const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [`${method} ${target} HTTP/${version}`, ...lines, ...length].join("\r\n");
  return new Promise((resolve, reject) => {
    const socket = connect(port, address, () => socket.write(`${head}\r\n\r\n${body}`));
    let answer = "";
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`No status in the answer: ${answer}`)));
    socket.on("data", (chunk) => {
      answer += String(chunk);
      const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(answer) ?? [];
      if (status === undefined) return;
      socket.destroy();
      resolve(Number(status));
    });
  });
}
