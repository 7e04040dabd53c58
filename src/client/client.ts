import { pointFromRemovedNames, warnOfMisspeltOptions, type OptionNames } from "@svc/core/internal";
import type { SvcAPIClient } from "@svc/core/api";
import { ClientAPI } from "./client-api.ts";
import { resolveConnection, type ConnectionParams } from "./connection.ts";
import { DatasetManager } from "./dataset/dataset-manager.ts";
import {
  runBatchedEvaluation,
  type BatchedEvaluationParams,
  type BatchedEvaluationResult,
} from "./experiment/evaluation/batched-evaluation.ts";
import { ExperimentManager } from "./experiment/experiment-manager.ts";
import { MediaManager, type MediaReport } from "./media/media-manager.ts";
import { Project } from "./project.ts";
import { PromptManager } from "./prompt/prompt-manager.ts";
import { REMOVED_ALIASES } from "./removed-aliases.ts";
import { ScoreManager } from "./score/score-manager.ts";
import type { ScoreReport } from "./score/score-report.ts";

/** Options of `SvcClient`. All are optional: every option has an environment variable. */
export interface SvcClientParams extends ConnectionParams {
  /** Folder of prompt files for a start without the service; default `SVC_PROMPT_FALLBACK_DIRECTORY`. */
  promptFallbackDirectory?: string;
}

const PARAM_NAMES: OptionNames<SvcClientParams> = {
  publicKey: true,
  secretKey: true,
  baseUrl: true,
  timeout: true,
  additionalHeaders: true,
  promptFallbackDirectory: true,
};

/** Scores and media a client has delivered since its creation. */
export interface DeliveryReport {
  readonly scores: ScoreReport;
  readonly media: MediaReport;
}

/**
 * Client for the work after tracing: scores, prompts, datasets, experiments and media. Contract: "Client-level managers
 * and removed aliases".
 *
 * @example
 * const client = new SvcClient();
 * client.score.create({ traceId, name: "helpful", value: 1 });
 * await client.shutdown();
 */
export class SvcClient {
  /**
   * Client with every operation of the service's API. A request may take as long as the client's timeout, a dataset
   * request 60 s.
   */
  readonly api: SvcAPIClient;
  readonly prompt: PromptManager;
  readonly dataset: DatasetManager;
  readonly score: ScoreManager;
  readonly media: MediaManager;
  readonly experiment: ExperimentManager;
  readonly #project: Project;

  constructor(params: SvcClientParams = {}) {
    warnOfMisspeltOptions("SvcClient", params, PARAM_NAMES);
    pointFromRemovedNames(SvcClient.prototype, "SvcClient", REMOVED_ALIASES);
    const connection = resolveConnection(params);
    this.api = new ClientAPI(connection);
    this.#project = new Project(this.api, connection);
    this.prompt = new PromptManager(this.api, params.promptFallbackDirectory);
    this.score = new ScoreManager(connection);
    this.media = new MediaManager(this.api, connection);
    this.experiment = new ExperimentManager(this.#project, this.score);
    this.dataset = new DatasetManager(this.api, this.media, this.experiment);
  }

  /**
   * Returns the id of the project the credentials belong to. The client requests the id once. Rejects when the request
   * fails.
   */
  getProjectId(): Promise<string> {
    return this.#project.id();
  }

  /** Returns the address of an experiment's page. Rejects when the request for the project fails. */
  getExperimentUrl(experimentId: string): Promise<string> {
    return this.#project.experimentUrl(experimentId);
  }

  /** Returns the address of a trace's page. Rejects when the request for the project fails. */
  getTraceUrl(traceId: string): Promise<string> {
    return this.#project.traceUrl(traceId);
  }

  /**
   * Evaluates recorded observations and scores them. Rejects on invalid parameters, and on a `resumeFrom` token of
   * another filter.
   *
   * @example
   * await client.runBatchedEvaluation({
   *   filter: JSON.stringify([{ type: "string", column: "type", operator: "=", value: "GENERATION" }]),
   *   mapper: ({ item }) => ({ input: item.input, output: item.output }),
   *   evaluators: [({ output }) => ({ name: "length", value: String(output).length })],
   * });
   */
  runBatchedEvaluation(params: BatchedEvaluationParams): Promise<BatchedEvaluationResult> {
    return runBatchedEvaluation(this.api, this.score, params);
  }

  /**
   * Delivers the queued scores and waits for the uploads under way. Resolves with the counts since the client's creation.
   * Never rejects.
   */
  async flush(): Promise<DeliveryReport> {
    const [scores, media] = await Promise.all([this.score.flush(), this.media.flush()]);
    return { scores, media };
  }

  /**
   * Delivers like {@link flush}, but drops and logs the scores the service does not take: `shutdown` gives up when the
   * service has taken no score for `SVC_SHUTDOWN_TIMEOUT`. Uploads get the same time. Never rejects.
   */
  async shutdown(): Promise<DeliveryReport> {
    const [scores, media] = await Promise.all([this.score.shutdown(), this.media.shutdown()]);
    return { scores, media };
  }
}
