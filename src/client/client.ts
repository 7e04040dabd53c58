import { pointFromRemovedNames, warnOfMisspeltOptions, type OptionNames } from "@svc/core";
import type { SvcAPIClient } from "@svc/core/api";
import { ClientAPI } from "./client-api.ts";
import { resolveConnection, type ConnectionParams } from "./connection.ts";
import { DatasetManager } from "./dataset/dataset-manager.ts";
import {
  runBatchedEvaluation,
  type BatchedEvaluationParams,
  type BatchedEvaluationResult,
} from "./experiment/batched-evaluation.ts";
import { ExperimentManager } from "./experiment/experiment-manager.ts";
import { MediaManager, type MediaReport } from "./media/media-manager.ts";
import { Project } from "./project.ts";
import { PromptManager } from "./prompt/prompt-manager.ts";
import { REMOVED_ALIASES } from "./removed-aliases.ts";
import { ScoreManager } from "./score/score-manager.ts";
import type { ScoreReport } from "./score/score-queue.ts";

/** How a client is made. Nothing has to be given: every option has an environment variable. */
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

/** What a client delivered since it was made. */
export interface DeliveryReport {
  readonly scores: ScoreReport;
  readonly media: MediaReport;
}

/**
 * The client for what comes after tracing. Contract: "Client-level managers and removed aliases".
 *
 * @example
 * const client = new SvcClient();
 * client.score.create({ traceId, name: "helpful", value: 1 });
 * await client.shutdown();
 */
export class SvcClient {
  /** Every operation of the service's API. A request may take as long as the client's timeout says, one about datasets 60 s. */
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

  /** Id of the project the credentials belong to. Asked for once. Rejects when the service cannot be asked. */
  getProjectId(): Promise<string> {
    return this.#project.id();
  }

  /** Address of an experiment's page. Rejects when the service cannot be asked for the project. */
  getExperimentUrl(experimentId: string): Promise<string> {
    return this.#project.experimentUrl(experimentId);
  }

  /** Address of a trace's page. Rejects when the service cannot be asked for the project. */
  getTraceUrl(traceId: string): Promise<string> {
    return this.#project.traceUrl(traceId);
  }

  /**
   * Evaluates observations that are recorded already, and scores them. Rejects on parameters that cannot be used, and on a
   * `resumeFrom` of another filter.
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
   * Delivers the scores queued so far and waits for uploads under way; says what was delivered since the client was made.
   * Never rejects.
   */
  async flush(): Promise<DeliveryReport> {
    const [scores, media] = await Promise.all([this.score.flush(), this.media.flush()]);
    return { scores, media };
  }

  /**
   * Like {@link flush}, but scores that the service does not take are lost then, and said: it gives up when the service has
   * taken none for `SVC_SHUTDOWN_TIMEOUT`. Uploads are waited for as long. Never rejects.
   */
  async shutdown(): Promise<DeliveryReport> {
    const [scores, media] = await Promise.all([this.score.shutdown(), this.media.shutdown()]);
    return { scores, media };
  }
}
