import {
  brokenAnswer,
  hideCredentials,
  lateAnswer,
  locationOf,
  noAnswer,
  parseRetryAfter,
  pauseAfter,
  EXIT_RETRIES,
  BROKEN_EXIT_RETRIES,
  classifyAnswer,
  mayHaveArrived,
  unaskedAnswer,
  type Delivery,
  type HttpAnswer,
  type HttpRequest,
  type Loss,
} from "@svc/core/internal";
import { ANSWER_RULES } from "../delivery/answer-rules.ts";
import { ExitThread, type ThreadAnswer } from "./exit-thread.ts";

/** Delivery under way: its next request, and the attempts at it so far. */
interface Job {
  readonly delivery: Delivery;
  readonly request: HttpRequest;
  attempts: number;
  /** True when one of the attempts may have reached the service. */
  mayHaveArrived: boolean;
}

/** Concurrent requests: no more than the thread has connections to an address, so that none of them waits there. */
const CONCURRENCY = 8;

/** Error codes of a connection that broke, as connections to a service that shuts down do. */
const BROKEN: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE"]);

/**
 * Sender that blocks this thread until the requests of its deliveries are answered; another thread makes them. Until the
 * deadline it repeats requests whose connection broke and requests that the service asks to repeat. After an address has not
 * answered, no further request is made to that address.
 */
export class BlockingSender {
  readonly #timeoutMs: number;
  readonly #deadline: number;
  #thread: ExitThread | undefined;
  /** Answers to the requests that were the last ones to an address, by its origin. */
  readonly #dead = new Map<string, HttpAnswer>();
  readonly #underWay = new Map<number, Job>();
  #paused: Array<{ readonly job: Job; readonly until: number }> = [];
  #ready: Job[] = [];
  #losses: Loss[] = [];

  /** @param timeoutMs Time from now on that all deliveries together may take. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#deadline = performance.now() + timeoutMs;
  }

  /** Makes all requests of the deliveries and returns the losses. */
  deliver(deliveries: readonly Delivery[]): Loss[] {
    this.#losses = [];
    for (const delivery of deliveries) this.#advance(delivery, undefined);
    while (this.#ready.length + this.#underWay.size + this.#paused.length > 0) this.#turn();
    return this.#losses;
  }

  #turn(): void {
    const now = performance.now();
    if (now >= this.#deadline) {
      this.#giveUp();
      return;
    }
    const due = this.#paused.filter(({ until }) => until <= now);
    this.#paused = this.#paused.filter(({ until }) => until > now);
    this.#ready.unshift(...due.map(({ job }) => job));
    while (this.#ready.length > 0 && this.#underWay.size < CONCURRENCY) this.#send(this.#ready.shift()!);
    if (this.#underWay.size + this.#paused.length === 0) return;
    const wakeAt = Math.min(this.#deadline, ...this.#paused.map(({ until }) => until));
    const answer = this.#thread!.receive(wakeAt - now);
    if (answer !== undefined) this.#take(answer);
  }

  #take(answer: ThreadAnswer): void {
    const job = this.#underWay.get(answer.id);
    this.#underWay.delete(answer.id);
    if (job) this.#judge(job, answer);
  }

  #send(job: Job): void {
    const lastAnswer = this.#dead.get(new URL(job.request.url).origin);
    if (lastAnswer !== undefined) {
      this.#end(job, { ...lastAnswer, mayHaveArrived: false });
      return;
    }
    job.attempts++;
    try {
      this.#thread ??= new ExitThread();
      this.#underWay.set(this.#thread.send(job.request), job);
    } catch (error) {
      this.#end(job, unaskedAnswer(`no thread could be started: ${(error as Error).message}`));
    }
  }

  #judge(job: Job, received: ThreadAnswer): void {
    const { url } = job.request;
    const { status, code = "", error } = received;
    const withoutResponse = received.mayHaveArrived ? brokenAnswer : noAnswer;
    const answer: HttpAnswer =
      error === undefined
        ? { ...received, location: locationOf(received.location, url) }
        : withoutResponse(hideCredentials(error));
    job.mayHaveArrived ||= mayHaveArrived(answer);
    const policy = BROKEN.has(code) ? BROKEN_EXIT_RETRIES : EXIT_RETRIES;
    const isTemporary = BROKEN.has(code) || classifyAnswer(ANSWER_RULES[job.delivery.cargo], answer) === "retry";
    const until = performance.now() + pauseAfter(job.attempts, policy, parseRetryAfter(received.retryAfter));
    if (isTemporary && job.attempts <= policy.retries && until < this.#deadline) {
      this.#paused.push({ job, until });
      return;
    }
    if (status === 0) this.#dead.set(new URL(url).origin, answer);
    this.#end(job, answer);
  }

  /** Answers every open and every later request with a timeout, at the deadline. */
  #giveUp(): void {
    for (let last = this.#thread?.receive(0); last !== undefined; last = this.#thread?.receive(0)) this.#take(last);
    const underWay = [...this.#underWay.values()];
    const others = [...this.#paused.map(({ job }) => job), ...this.#ready];
    this.#underWay.clear();
    this.#paused = [];
    this.#ready = [];
    const unsent = lateAnswer(this.#timeoutMs, false);
    for (const { request } of [...underWay, ...others]) {
      const { origin } = new URL(request.url);
      if (!this.#dead.has(origin)) this.#dead.set(origin, unsent);
    }
    // The thread goes on with these until the process is gone.
    for (const job of underWay) this.#end(job, lateAnswer(this.#timeoutMs, true));
    for (const job of others) this.#end(job, unsent);
  }

  /** Passes the last answer on. What an earlier attempt may have delivered, may have arrived. */
  #end({ delivery, mayHaveArrived: isRepeated }: Job, answer: HttpAnswer): void {
    this.#advance(delivery, isRepeated ? { ...answer, mayHaveArrived: true } : answer);
  }

  #advance(delivery: Delivery, answer: HttpAnswer | undefined): void {
    const { steps } = delivery;
    const step = answer === undefined ? steps.next() : steps.next(answer);
    if (step.done) this.#losses.push(...step.value);
    else this.#ready.push({ delivery, request: step.value, attempts: 0, mayHaveArrived: false });
  }
}
