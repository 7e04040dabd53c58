// Records the given number of spans (with media in their input when asked) or scores, all in one turn of the event loop.
import { basicAuthorization, deliverIfUrgent, deliveryOf, registerExitQueue, SCORE_ANSWERS } from "@svc/core/internal";
import { startObservation } from "@svc/tracing";

const PER_REQUEST = 100;

/** A queue of scores as a client has one, of which nothing is sent before the end. */
class ScoreQueue {
  #waiting = [];

  constructor() {
    registerExitQueue(this);
  }

  add(score) {
    this.#waiting.push(score);
    deliverIfUrgent();
  }

  drain() {
    return this.handOver().map(({ loaded }) => deliveryOf(loaded, SCORE_ANSWERS));
  }

  handOver() {
    const { SVC_BASE_URL, SVC_PUBLIC_KEY, SVC_SECRET_KEY } = process.env;
    const authorization = basicAuthorization(SVC_PUBLIC_KEY, SVC_SECRET_KEY);
    const requests = [];
    while (this.#waiting.length > 0) {
      const scores = this.#waiting.splice(0, PER_REQUEST);
      const request = {
        method: "POST",
        url: `${SVC_BASE_URL}/api/public/scores`,
        headers: { authorization, "content-type": "application/json" },
        body: Buffer.from(JSON.stringify(scores)),
      };
      requests.push({ loaded: { cargo: "score", count: scores.length, request }, settle: () => {} });
    }
    return requests;
  }
}

const scores = new ScoreQueue();

export function work({ count, cargo, name = "work" }) {
  for (let i = 0; i < count; i++) {
    if (cargo === "scores") {
      scores.add({ id: `${name} ${i}`, name: "quality", value: 1, traceId: "0af7651916cd43dd8448eb211c80319c" });
      continue;
    }
    const content = Buffer.from(`${name} ${i}`).toString("base64");
    const input = cargo === "media" ? `data:image/png;base64,${content}` : "hello";
    startObservation(`${name} ${i}`, { input }).end();
  }
}
