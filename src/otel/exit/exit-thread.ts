import { agentSettings, createHttpAgents, type AgentSettings, type HttpAnswer, type HttpRequest } from "@svc/core";
import type { request as httpRequest } from "node:http";
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from "node:worker_threads";

/** An answer, with the number of the request it belongs to. */
export interface ThreadAnswer extends HttpAnswer {
  readonly id: number;
  /** Why there was no answer, as Node's code for it. */
  readonly code?: string;
  /** The header of this name, as `location` is. */
  readonly retryAfter?: string;
}

/** What the thread is given at its start. */
interface ThreadData {
  readonly port: MessagePort;
  /** Number of answers so far. */
  readonly answers: Int32Array;
  readonly settings: AgentSettings | undefined;
}

/** Of the environment, the thread gets what decides whom it trusts. */
const TLS_VARIABLES = ["NODE_TLS_REJECT_UNAUTHORIZED", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"];

/**
 * A thread that makes HTTP requests while this one stands still: answers are waited for without the event loop, which at
 * the end of a process is over. It ends with the process.
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

  /** Has a request made; gives its number. */
  send(request: HttpRequest): number {
    const id = ++this.#requests;
    this.#port.postMessage({ id, request }, []);
    return id;
  }

  /** The next answer to any of the requests; undefined when none came within so many milliseconds. */
  receive(timeout: number): ThreadAnswer | undefined {
    const latest = performance.now() + timeout;
    for (;;) {
      const seen = Atomics.load(this.#answers, 0);
      const received = receiveMessageOnPort(this.#port);
      if (received) return received.message as ThreadAnswer;
      const left = latest - performance.now();
      if (left <= 0 || Atomics.wait(this.#answers, 0, seen, left) === "timed-out") return undefined;
    }
  }
}

/** Runs in the thread, from its source text: it may use nothing from outside but what it is given. */
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
    outgoing.on("error", ({ code, message }: NodeJS.ErrnoException) => {
      const reason = settings?.proxies ? message || code : (code ?? message);
      answer({ id, status: 0, body: nothing, error: reason ?? "", ...(code !== undefined && { code }) });
    });
    outgoing.on("response", (response) => {
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
