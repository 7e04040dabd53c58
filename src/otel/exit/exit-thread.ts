import type { HttpAnswer, HttpRequest } from "@svc/core/internal";
import { agentSettings, createHttpAgents, type AgentSettings } from "@svc/core/internal/connections";
import type { request as httpRequest } from "node:http";
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from "node:worker_threads";

/** Answer with the number of its request. */
export interface ThreadAnswer extends HttpAnswer {
  readonly id: number;
  /** Node's error code when there was no answer. */
  readonly code?: string;
  /** Value of the `retry-after` header. */
  readonly retryAfter?: string;
}

/** Data given to the thread at its start. */
interface ThreadData {
  readonly port: MessagePort;
  /** Number of answers so far. */
  readonly answers: Int32Array;
  readonly settings: AgentSettings | undefined;
}

/** Environment variables the thread gets: those that decide which certificates it trusts. */
const TLS_VARIABLES = ["NODE_TLS_REJECT_UNAUTHORIZED", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"];

/**
 * Thread that makes HTTP requests while the current thread stands still. Waiting for answers needs no event loop, which
 * is over at the end of a process. The thread ends with the process.
 */
export class ExitThread {
  readonly #port: MessagePort;
  readonly #answers = new Int32Array(new SharedArrayBuffer(4));
  #requests = 0;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.unref();
    const settings = agentSettings();
    const workerData: ThreadData = { port: port2, answers: this.#answers, settings };
    const { library, ...proxies } = settings?.proxies ?? {};
    // The thread gets nothing else of the process's options and environment: no preload and no inspector.
    const worker = new Worker(`(${serve.toString()})(require, ${createHttpAgents.toString()})`, {
      eval: true,
      workerData,
      transferList: [port2],
      execArgv: [],
      env: { ...Object.fromEntries(TLS_VARIABLES.map((name) => [name, process.env[name]])), ...(library && proxies) },
    });
    worker.unref();
  }

  /** Starts a request. Returns its number. */
  send(request: HttpRequest): number {
    const id = ++this.#requests;
    this.#port.postMessage({ id, request }, []);
    return id;
  }

  /** Returns the next answer to any of the requests; undefined when none arrives within the time. */
  receive(timeoutMs: number): ThreadAnswer | undefined {
    const latest = performance.now() + timeoutMs;
    for (;;) {
      const seen = Atomics.load(this.#answers, 0);
      const received = receiveMessageOnPort(this.#port);
      if (received) return received.message as ThreadAnswer;
      const left = latest - performance.now();
      if (left <= 0 || Atomics.wait(this.#answers, 0, seen, left) === "timed-out") return undefined;
    }
  }
}

/**
 * Serves requests in the thread. Runs from its source text: it may use nothing from outside but its arguments and
 * `workerData`.
 */
function serve(require: NodeJS.Require, createAgents: typeof createHttpAgents): void {
  const { port, answers, settings } = (require("node:worker_threads") as { workerData: ThreadData }).workerData;
  const MAX_BODY = 64 * 1024;
  const nothing = new Uint8Array();
  const agents = createAgents(require, settings, false);

  const answer = (message: ThreadAnswer): void => {
    port.postMessage(message);
    Atomics.add(answers, 0, 1);
    Atomics.notify(answers, 0);
  };

  const make = (id: number, { method, url, headers, body }: HttpRequest): void => {
    const { request } = require(url.startsWith("https:") ? "node:https" : "node:http") as {
      request: typeof httpRequest;
    };
    const agent = agents.for(url);
    const outgoing = request(url, { method, agent, headers: { ...headers, "content-length": body.length } });
    let isSent = false;
    const fail = ({ code, message }: NodeJS.ErrnoException): void => {
      const reason = settings?.proxies ? message || code : (code ?? message);
      answer({
        id,
        status: 0,
        body: nothing,
        error: reason ?? "",
        mayHaveArrived: isSent,
        ...(code !== undefined && { code }),
      });
    };
    // The operating system has all of the body.
    outgoing.on("finish", () => {
      isSent = true;
    });
    outgoing.on("error", fail);
    outgoing.on("response", (response) => {
      // A connection that breaks in the middle of an answer is reported here alone.
      response.on("error", fail);
      const chunks: Buffer[] = [];
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        if (length < MAX_BODY) chunks.push(chunk);
        length += chunk.length;
      });
      response.on("end", () => {
        const retryAfter = response.headers["retry-after"];
        const status = response.statusCode ?? 0;
        const { location } = response.headers;
        answer({ id, status, body: Buffer.concat(chunks), location, ...(retryAfter !== undefined && { retryAfter }) });
      });
    });
    outgoing.end(body);
  };

  port.on("message", ({ id, request }: { id: number; request: HttpRequest }) => {
    try {
      make(id, request);
    } catch (error) {
      answer({ id, status: 0, body: nothing, error: String(error) });
    }
  });
}
