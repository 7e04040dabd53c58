import { isSpanContextValid, trace, type Span, type SpanContext } from "@opentelemetry/api";
import {
  isOfSampledOut,
  isSampledOut,
  logger,
  LogLevel,
  LossReport,
  misspeltOptionsWatch,
  resolveSetting,
  SvcHeaders,
  warnOfEnvironment,
} from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import type { Connection } from "../connection.ts";
import { SCORE_FIELDS, type ScoreBody, type ScoreContent } from "./score-body.ts";
import { encodeScore, loggedNameOf } from "./score-encoding.ts";
import { ScoreQueue } from "./score-queue.ts";
import type { ScoreReport } from "./score-report.ts";
import { createScoreSender } from "./score-sender.ts";

const lookAtScore: (score: unknown) => void = /* @__PURE__ */ misspeltOptionsWatch("A score", SCORE_FIELDS, "field");

const NOTHING: ScoreReport = { delivered: 0, rejected: 0, lost: 0, waiting: 0 };

/** Observation, or any other object with an OpenTelemetry span. */
export interface Scorable {
  readonly otelSpan: Span;
}

/**
 * Records scores. Scores wait in a queue and are sent in the background, up to 100 in a request. No method throws or
 * rejects: a score that cannot be sent is logged at error level and dropped. A score of a trace that was sampled out is
 * not sent. Contract: "Score", "Score sending behaviour", "Errors".
 */
export class ScoreManager {
  /** Scores that wait; undefined when nothing can be sent. */
  readonly #queue: ScoreQueue | undefined;
  readonly #connection: Connection;
  readonly #environment: string | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#environment = resolveSetting(settings.environment).value;
    warnOfEnvironment(this.#environment);
    if (connection.problem !== undefined) return;
    this.#queue = new ScoreQueue({
      sender: createScoreSender(connection),
      flushAt: resolveSetting(settings.scoreFlushAt).value,
      flushIntervalMs: resolveSetting(settings.scoreFlushInterval).value * 1000,
      maxBytes: resolveSetting(settings.maxQueueSizeBytes).value,
      shutdownTimeoutMs: resolveSetting(settings.shutdownTimeout).value * 1000,
      losses: new LossReport("score"),
    });
  }

  /**
   * Queues a score of a trace, an observation, a session or an experiment.
   *
   * @example
   * client.score.create({ traceId, name: "helpful", value: 0.9, comment: "short and right" });
   */
  create(score: ScoreBody): void {
    if (this.#queue === undefined) return;
    try {
      if (this.#connection.headers[SvcHeaders.AUTHORIZATION] === undefined) {
        logger.errorOnce("Scores are dropped: SvcClient has no credentials. Set SVC_PUBLIC_KEY and SVC_SECRET_KEY.");
      } else if (score?.traceId !== undefined && isSampledOut(score.traceId)) {
        noteSampledOut(score.traceId);
      } else {
        lookAtScore(score);
        warnOfEnvironment(score?.environment);
        this.#queue.push(encodeScore(score, this.#environment));
      }
    } catch (error) {
      logger.error(`The score ${loggedNameOf(score)} is dropped: ${(error as Error).message}.`);
    }
  }

  /** Queues a score of an observation. */
  observation(observation: Scorable, score: ScoreContent): void {
    this.#createFor(contextOf(observation), score, true);
  }

  /** Queues a score of the trace an observation belongs to. */
  trace(observation: Scorable, score: ScoreContent): void {
    this.#createFor(contextOf(observation), score, false);
  }

  /** Queues a score of the active observation. Drops the score with a warning when no span is active. */
  activeObservation(score: ScoreContent): void {
    this.#createForActive("activeObservation", score, true);
  }

  /** Queues a score of the active trace. Drops the score with a warning when no span is active. */
  activeTrace(score: ScoreContent): void {
    this.#createForActive("activeTrace", score, false);
  }

  /**
   * Delivers the queued scores. Resolves with the counts since the client's creation when every score was delivered,
   * rejected or lost, at the latest when the service has taken nothing for `SVC_SHUTDOWN_TIMEOUT` (a request under way
   * has as long again). The other scores wait on, with a warning. Never rejects.
   */
  async flush(): Promise<ScoreReport> {
    await this.#queue?.flush();
    return this.#queue?.report ?? NOTHING;
  }

  /** Delivers like {@link flush}, but drops and logs the scores that remain. Never rejects. */
  async shutdown(): Promise<ScoreReport> {
    await this.#queue?.shutdown();
    return this.#queue?.report ?? NOTHING;
  }

  #createForActive(method: string, score: ScoreContent, isOfObservation: boolean): void {
    const span = trace.getActiveSpan();
    if (span === undefined) {
      logger.warn(
        `The score ${loggedNameOf(score)} is dropped: no span is active. Call score.${method} inside startActiveObservation, or use score.create.`,
      );
    } else {
      this.#createFor(span.spanContext(), score, isOfObservation);
    }
  }

  #createFor(target: SpanContext | undefined, score: ScoreContent, isOfObservation: boolean): void {
    if (target === undefined || !isSpanContextValid(target)) {
      logger.error(
        `The score ${loggedNameOf(score)} is dropped: its target has no trace. Pass an observation that this SDK started.`,
      );
    } else if (isOfSampledOut(target)) {
      noteSampledOut(target.traceId);
    } else {
      const { traceId, spanId } = target;
      this.create({ ...score, traceId, ...(isOfObservation && { observationId: spanId }) });
    }
  }
}

function contextOf(observation: Scorable | null | undefined): SpanContext | undefined {
  try {
    return observation?.otelSpan.spanContext();
  } catch {
    return undefined;
  }
}

function noteSampledOut(traceId: string): void {
  if (logger.isLevelEnabled(LogLevel.DEBUG)) logger.debug(`A score is not sent: its trace ${traceId} was sampled out.`);
}
