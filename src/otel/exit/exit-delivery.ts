import {
  locationOf,
  parseRetryAfter,
  withoutCredentials,
  type DeliverySteps,
  type HttpAnswer,
  type HttpRequest,
  type Loss,
} from "@svc/core/internal";
import { RETRYABLE } from "../encoding/span-request.ts";
import { ExitThread, type ThreadAnswer } from "./exit-thread.ts";

/** Delivery under way: its next request, and the number of attempts at it. */
interface Job {
  readonly steps: DeliverySteps;
  request: HttpRequest;
  attempts: number;
}

/** Concurrent requests. */
const CONCURRENCY = 16;

/** Pause before the first retry, in milliseconds; doubled for each further retry. */
const FIRST_PAUSE = 100;

/** Largest number of attempts at a request whose connection breaks, as connections to a service that shuts down do. */
const ATTEMPTS_AFTER_BREAK = 3;
const BROKEN: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE"]);

const NOTHING = new Uint8Array();

/**
 * Makes the requests of deliveries while this thread stands still. Retries until the deadline the requests that the
 * service asks to repeat. Sends no second request to an address where nobody answers.
 */
export class ExitDelivery {
  readonly #deadline: number;
  readonly #late: string;
  #thread: ExitThread | undefined;
  /** Reasons why an address gives no answer, by its origin. */
  readonly #dead = new Map<string, string>();
  readonly #underWay = new Map<number, Job>();
  #paused: Array<{ readonly job: Job; readonly until: number }> = [];
  #ready: Job[] = [];
  #losses: Loss[] = [];

  /** @param timeout Milliseconds from now on that all deliveries together may take. */
  constructor(timeout: number) {
    this.#deadline = performance.now() + timeout;
    this.#late = `no answer within ${timeout / 1000} s`;
  }

  /** Delivers before it returns. Returns the losses. */
  deliver(deliveries: readonly DeliverySteps[]): Loss[] {
    this.#losses = [];
    for (const steps of deliveries) this.#advance(steps, undefined);
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
    if (answer === undefined) return;
    const job = this.#underWay.get(answer.id);
    this.#underWay.delete(answer.id);
    if (job) this.#judge(job, answer);
  }

  #send(job: Job): void {
    const reason = this.#dead.get(new URL(job.request.url).origin);
    if (reason !== undefined) {
      this.#advance(job.steps, silence(reason));
      return;
    }
    job.attempts++;
    try {
      this.#thread ??= new ExitThread();
      this.#underWay.set(this.#thread.send(job.request), job);
    } catch (error) {
      this.#advance(job.steps, silence(`no thread could be started: ${(error as Error).message}`));
    }
  }

  #judge(job: Job, answer: ThreadAnswer): void {
    const { status, code = "" } = answer;
    const error = answer.error && withoutCredentials(answer.error);
    const mayPass = RETRYABLE.has(status) || (BROKEN.has(code) && job.attempts < ATTEMPTS_AFTER_BREAK);
    const pause = Math.max(parseRetryAfter(answer.retryAfter) ?? 0, FIRST_PAUSE * 2 ** (job.attempts - 1));
    const until = performance.now() + pause;
    if (mayPass && until < this.#deadline) {
      this.#paused.push({ job, until });
      return;
    }
    if (status === 0) this.#dead.set(new URL(job.request.url).origin, error ?? "");
    const location = locationOf(answer.location, job.request.url);
    this.#advance(job.steps, { ...answer, ...(error !== undefined && { error }), location });
  }

  /** Answers every open and every later request with a timeout, at the deadline. */
  #giveUp(): void {
    const jobs = [...this.#underWay.values(), ...this.#paused.map(({ job }) => job), ...this.#ready];
    this.#underWay.clear();
    this.#paused = [];
    this.#ready = [];
    for (const { request } of jobs) {
      const { origin } = new URL(request.url);
      if (!this.#dead.has(origin)) this.#dead.set(origin, this.#late);
    }
    for (const { steps } of jobs) this.#advance(steps, silence(this.#late));
  }

  #advance(steps: DeliverySteps, answer: HttpAnswer | undefined): void {
    const step = answer === undefined ? steps.next() : steps.next(answer);
    if (step.done) this.#losses.push(...step.value);
    else this.#ready.push({ steps, request: step.value, attempts: 0 });
  }
}

function silence(error: string): HttpAnswer {
  return { status: 0, body: NOTHING, error };
}
