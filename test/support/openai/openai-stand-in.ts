import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as after } from "node:timers/promises";
import type { RecordedResponse } from "./openai-recordings.ts";

/** Request that the stand-in received. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** End of a performance's last answer, once its connection has finished with it. */
export interface AnswerEnd {
  readonly framesSent: number;
  /** True when the client disconnected before everything was sent. */
  readonly wasLeft: boolean;
}

/** Run of a recording at a separate address. */
export interface Performance {
  /** Base URL; append the API path. */
  readonly url: string;
  readonly requests: SeenRequest[];
  /** Number of a stream's frames passed to the connection so far. */
  framesSent: number;
  /** Resolves when the next answer has ended or the client has disconnected. */
  nextEnd(): Promise<AnswerEnd>;
}

interface Run extends Performance {
  readonly responses: RecordedResponse[];
  readonly waiting: ((end: AnswerEnd) => void)[];
  readonly ends: AnswerEnd[];
}

/** Stand-in of OpenAI's API that answers from recordings, on this machine only. */
export class OpenAIStandIn {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #runs: Run[] = [];

  /** Starts listening on a free port. */
  static async start(): Promise<OpenAIStandIn> {
    const standIn = new OpenAIStandIn();
    standIn.#server.listen(0, "127.0.0.1");
    await once(standIn.#server, "listening");
    return standIn;
  }

  /** Returns a new address at which a recording is answered from its beginning. */
  perform(response: RecordedResponse & { sequence?: RecordedResponse[] }): Performance {
    const { port } = this.#server.address() as AddressInfo;
    const ends: AnswerEnd[] = [];
    const waiting: Run["waiting"] = [];
    const run: Run = {
      url: `http://127.0.0.1:${port}/${this.#runs.length}/v1`,
      requests: [],
      framesSent: 0,
      responses: response.sequence ?? [response],
      ends,
      waiting,
      nextEnd: () => {
        const end = ends.shift();
        return end ? Promise.resolve(end) : new Promise((resolve) => waiting.push(resolve));
      },
    };
    this.#runs.push(run);
    return run;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, number, path] = /^\/(\d+)(\/.*)$/.exec(request.url ?? "") ?? [];
    const run = this.#runs[Number(number)];
    if (run === undefined) {
      response.writeHead(404).end();
      return;
    }
    const sent = await readBody(request);
    run.requests.push({ path: path ?? "", headers: request.headers, body: sent });
    run.framesSent = 0;
    response.once("close", () => {
      const end = { framesSent: run.framesSent, wasLeft: !response.writableFinished };
      const waiting = run.waiting.shift();
      if (waiting) waiting(end);
      else run.ends.push(end);
    });
    const recorded = run.responses[Math.min(run.requests.length, run.responses.length) - 1]!;
    if (recorded.delayMs) await after(recorded.delayMs);
    const frames =
      recorded.eventsFor?.(sent) ??
      recorded.events ??
      recorded.sse?.split(/(?<=\n\n)/).filter((frame) => frame.trim() !== "");
    const [type, body] = bodyOf(recorded);
    response.writeHead(recorded.status ?? 200, {
      "content-type": type,
      "x-request-id": `req_${number}`,
      ...recorded.headers,
    });
    if (frames) await sendFrames(response, frames, recorded, run);
    else response.end(body);
  }
}

function bodyOf({
  json,
  text,
  base64,
  sse,
  events,
  eventsFor,
}: RecordedResponse): [type: string, body: string | Buffer] {
  if (sse !== undefined || events || eventsFor) return ["text/event-stream; charset=utf-8", ""];
  if (base64 !== undefined) return ["application/octet-stream", Buffer.from(base64, "base64")];
  if (text !== undefined) return ["text/plain; charset=utf-8", text];
  return ["application/json", JSON.stringify(json)];
}

/** Sends frames no faster than the connection accepts them. */
async function sendFrames(
  response: ServerResponse,
  frames: readonly string[],
  { dropAfter, hangAfter, eventDelayMs }: RecordedResponse,
  run: Run,
): Promise<void> {
  response.flushHeaders();
  for (const [index, frame] of frames.entries()) {
    if (index === dropAfter) response.destroy();
    if (index === hangAfter || response.destroyed) return;
    run.framesSent = index + 1;
    if (!response.write(frame)) await Promise.race([once(response, "drain"), once(response, "close")]);
    // The end comes with the last frame: a client that has read it may disconnect.
    if (eventDelayMs && index < frames.length - 1) await after(eventDelayMs);
  }
  response.end();
}

/** Returns a JSON body as it is, and a form as its fields, with a file as its name, type and size. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await buffer(request);
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/")) return bytes.length === 0 ? undefined : JSON.parse(bytes.toString());
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  return [...form].map(([name, value]) =>
    typeof value === "string" ? [name, value] : [name, value.name, value.type, value.size],
  );
}
