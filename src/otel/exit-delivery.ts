import type { Agent, request } from "node:http";
import { Worker } from "node:worker_threads";
import type { Batch } from "./delivery-queue.ts";

/** How a delivery at the end of the process went. */
export interface ExitDelivery {
  /** Spans that were not delivered. */
  readonly lost: number;
  /** The answer to the first request that failed: a status with its text, or 0 with the reason why there was none. */
  readonly status: number;
  readonly text: string;
}

interface WorkerOrder {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly batches: readonly Batch[];
  /** Done, lost spans, status, length of the text, delivered spans. */
  readonly state: Int32Array;
  readonly text: Uint8Array;
}

const STATE = { DONE: 0, LOST: 1, STATUS: 2, TEXT_LENGTH: 3, DELIVERED: 4 } as const;

/** Of the environment, the thread gets what decides whom it trusts. */
const TLS_VARIABLES = ["NODE_TLS_REJECT_UNAUTHORIZED", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"];
const MAX_TEXT = 512;

/**
 * Delivers batches before it returns, however long the event loop has been over: a thread sends them while this one waits,
 * at most `timeout` milliseconds.
 */
export function deliverAndWait(
  url: string,
  headers: Readonly<Record<string, string>>,
  batches: readonly Batch[],
  timeout: number,
): ExitDelivery {
  const state = new Int32Array(new SharedArrayBuffer(4 * 5));
  const text = new Uint8Array(new SharedArrayBuffer(MAX_TEXT));
  const order: WorkerOrder = { url, headers, batches, state, text };
  // The thread gets nothing else of the process's options and environment: no preload, no proxy and no inspector.
  const env = Object.fromEntries(TLS_VARIABLES.map((name) => [name, process.env[name]]));
  const worker = new Worker(`(${sendAll.toString()})(require)`, {
    eval: true,
    workerData: order,
    execArgv: [],
    env,
  });
  worker.unref();
  const outcome = Atomics.wait(state, STATE.DONE, 0, timeout);
  if (outcome === "timed-out") {
    const lost = batches.reduce((sum, { spanCount }) => sum + spanCount, 0) - state[STATE.DELIVERED]!;
    return { lost, status: 0, text: `no answer within ${timeout / 1000} s` };
  }
  const reason = Buffer.from(text.subarray(0, state[STATE.TEXT_LENGTH])).toString("utf8");
  return { lost: state[STATE.LOST]!, status: state[STATE.STATUS]!, text: reason };
}

/** Runs in the thread, from its source text: it may use nothing from outside but what it is given. */
function sendAll(require: NodeJS.Require): void {
  const { workerData } = require("node:worker_threads") as { workerData: WorkerOrder };
  const { url, headers, batches, state, text } = workerData;
  const client = (url.startsWith("https:") ? require("node:https") : require("node:http")) as {
    request: typeof request;
    Agent: typeof Agent;
  };
  const agent = new client.Agent({ maxSockets: 8 });
  let open = batches.length;

  const settle = (spanCount: number, status: number, reason: string): void => {
    if (status < 200 || status > 299) {
      if (state[1] === 0) {
        const bytes = new TextEncoder().encode(reason).subarray(0, text.length);
        text.set(bytes);
        state[2] = status;
        state[3] = bytes.length;
      }
      state[1]! += spanCount;
    } else {
      state[4]! += spanCount;
    }
    if (--open > 0) return;
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
  };

  const send = ({ bytes, contentEncoding, spanCount }: Batch): void => {
    const encoding = contentEncoding === undefined ? {} : { "content-encoding": contentEncoding };
    const length = { "content-length": bytes.length };
    const request = client.request(url, {
      method: "POST",
      agent,
      headers: { ...headers, "content-type": "application/x-protobuf", ...encoding, ...length },
    });
    request.on("error", (error: NodeJS.ErrnoException) => settle(spanCount, 0, error.code ?? error.message));
    request.on("response", (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (body += chunk));
      response.on("end", () => settle(spanCount, response.statusCode ?? 0, body));
    });
    request.end(bytes);
  };

  for (const batch of batches) {
    try {
      send(batch);
    } catch (error) {
      settle(batch.spanCount, 0, String(error));
    }
  }
}
