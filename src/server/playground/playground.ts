import { randomBytes } from "node:crypto";
import { namedError } from "../http/http-errors.ts";
import type { StoragePorts } from "../storage/storage-ports.ts";
import { removeIfGone } from "../resources/project-removal.ts";
import { addMediaPlaces, mediaMentionedIn } from "../resources/media.ts";
import { Answer } from "./answer.ts";
import type { ConnectionAccess } from "./connections.ts";
import { withImages } from "./media-parts.ts";
import { callModel } from "./model-call.ts";
import { ProviderFailure } from "./providers/provider.ts";
import { type RunResult, runExport } from "./run-export.ts";
import type { RunRequest } from "./run-request.ts";
import { SecretFilter } from "./secret-filter.ts";

/** Project that a run belongs to, and the key pair of the request. */
export interface RunOwner {
  readonly projectId: string;
  readonly publicKey: string;
}

/** Event of a run, as it is streamed to the page. */
export type RunEvent =
  | { readonly kind: "start"; readonly traceId: string; readonly observationId: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string }
  | { readonly kind: "end"; readonly problem: string | null; readonly isStored: boolean };

/** Most runs of one project at a time. */
const MOST_RUNS_OF_PROJECT = 8;

/** Most runs of all projects at a time. */
const MOST_RUNS = 32;

/** Seconds until a refused run may be asked for again. */
const RETRY_AFTER = { "Retry-After": "5" };

/** Runs of the playground: they call models, stream the answers to the page, and are stored as traces. */
export class Playground {
  readonly #storage: StoragePorts;
  /** Project of each run. */
  readonly #running = new Map<AbortController, string>();

  constructor(storage: StoragePorts) {
    this.#storage = storage;
  }

  /** Stops every run. What they have so far is stored. */
  close(): void {
    for (const controller of this.#running.keys()) controller.abort();
  }

  /**
   * Begins a run, and returns its events as server-sent events. The run stops when the stream is cancelled. Throws a 429 for a project that has
   * {@link MOST_RUNS_OF_PROJECT} runs, and a 503 while the service has {@link MOST_RUNS}.
   */
  run(request: RunRequest, access: ConnectionAccess, owner: RunOwner): ReadableStream<Uint8Array> {
    this.#checkRoom(owner.projectId);
    const controller = new AbortController();
    this.#running.set(controller, owner.projectId);
    const encoder = new TextEncoder();
    let isOpen = true;
    return new ReadableStream({
      start: (stream) => {
        const send = (event: RunEvent): void => {
          if (isOpen) stream.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
        };
        void this.#run(request, access, owner, controller.signal, send).finally(() => {
          this.#running.delete(controller);
          if (isOpen) stream.close();
        });
      },
      cancel: () => {
        isOpen = false;
        controller.abort();
      },
    });
  }

  #checkRoom(projectId: string): void {
    const running = [...this.#running.values()];
    if (running.filter((id) => id === projectId).length >= MOST_RUNS_OF_PROJECT) {
      const reason = `This project has ${MOST_RUNS_OF_PROJECT} runs of models, the most at a time: wait for one to end`;
      throw namedError("TooManyRequestsError", reason, RETRY_AFTER);
    }
    if (running.length >= MOST_RUNS) {
      const reason = `All projects together have ${MOST_RUNS} runs of models, the most at a time: try again later`;
      throw namedError("ServiceUnavailableError", reason, RETRY_AFTER);
    }
  }

  async #run(
    request: RunRequest,
    access: ConnectionAccess,
    { projectId, publicKey }: RunOwner,
    signal: AbortSignal,
    send: (event: RunEvent) => void,
  ): Promise<void> {
    const [traceId, observationId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
    const makeFilter = (): SecretFilter => new SecretFilter(access.key ?? "");
    const filter = makeFilter();
    const answer = new Answer(makeFilter, (kind, text) => send({ kind, text }));
    send({ kind: "start", traceId, observationId });
    const startedAt = Date.now();
    const problem = await this.#call(request, access, projectId, { answer, filter, signal });
    answer.end();
    const wasStopped = signal.aborted;
    const result: RunResult = { traceId, observationId, startedAt, endedAt: Date.now(), answer, problem, wasStopped };
    const source = { projectId, publicKey, sdkName: null, sdkVersion: null };
    await this.#holdMedia(request, projectId, traceId, observationId);
    const { status } = await this.#storage.observations.ingest("json", runExport(request, result, filter), source);
    // The request that began the run was answered when the run began.
    await removeIfGone(this.#storage, projectId);
    send({ kind: "end", problem: problem ?? null, isStored: status === 200 });
  }

  /** Makes the run one of the traces that the media in its messages stay for. Without them, it is a run all the same. */
  async #holdMedia({ messages }: RunRequest, projectId: string, traceId: string, observationId: string): Promise<void> {
    const places = addMediaPlaces(projectId, mediaMentionedIn(messages), { traceId, observationId, field: "input" });
    if (places.length > 0) await this.#storage.records.write(places).catch(() => undefined);
  }

  /** Calls the model. Returns the reason why the answer is missing or not complete; undefined for one that is complete or stopped. */
  async #call(
    request: RunRequest,
    access: ConnectionAccess,
    projectId: string,
    call: Parameters<typeof callModel>[2],
  ): Promise<string | undefined> {
    try {
      const messages = await withImages(request.messages, projectId, this.#storage.mediaContents);
      await callModel({ ...request, messages }, access, call);
      return undefined;
    } catch (error) {
      if (error instanceof ProviderFailure) return error.message;
      return "The run failed inside the service";
    }
  }
}
