import { runApplication, sendingTo, type ApplicationRun } from "./run-application.ts";
import { startExportSink, type ExportSink } from "../otlp/export-sink.ts";
import { resourceOfAllTests } from "../test-resource.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../server/local-service.ts";
import { recordingsOf } from "../openai/openai-recordings.ts";
import { OpenAIStandIn, type SeenRequest } from "../openai/openai-stand-in.ts";

const RECORDING = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;

/** Text that `test/apps/forms/ask.*` prints. */
export const ANSWER: string = RECORDING.expected.outputText!;

/** Run of an application that got its answer and ended as it does without the preload. */
export const ASKED: ApplicationRun = { stdout: `${ANSWER}\n`, stderr: "", exitCode: 0, signal: null };

type Env = Readonly<Record<string, string | undefined>>;

/** Applications of `test/apps/forms` that call a stand-in of a model. */
class Asking {
  readonly #standIn: OpenAIStandIn;
  readonly #url: string;
  /** Requests that the model got in the last run. */
  requests: readonly SeenRequest[] = [];

  constructor(standIn: OpenAIStandIn, url: string) {
    this.#standIn = standIn;
    this.#url = url;
  }

  /** Runs `node <node> <args>`, or another program than Node. The spans go to the service, unless `env` overrides that. */
  run(node: readonly string[], args: readonly string[], env: Env = {}, program?: string): Promise<ApplicationRun> {
    const { url, requests } = this.#standIn.perform(RECORDING.response);
    this.requests = requests;
    return runApplication({
      app: "forms",
      node,
      args,
      env: { ...sendingTo(this.#url), OPENAI_BASE_URL: url, ...env },
      ...(program !== undefined && { binary: program }),
    });
  }

  async stop(): Promise<void> {
    await this.#standIn.stop();
  }
}

/** Applications that are started in one form, and the local service they send to. */
export class Form extends Asking {
  readonly service: LocalService;
  readonly #seen = new Set<string>();

  private constructor(service: LocalService, standIn: OpenAIStandIn) {
    super(standIn, service.url);
    this.service = service;
  }

  static async start(): Promise<Form> {
    return new Form(...(await Promise.all([startLocalService(), OpenAIStandIn.start()])));
  }

  /** Returns the generations stored since the last call. */
  async generations(): Promise<StoredObservation[]> {
    const stored = await this.service.observations({ type: "GENERATION" });
    const fresh = stored.filter(({ id }) => !this.#seen.has(id));
    for (const { id } of fresh) this.#seen.add(id);
    return fresh;
  }

  override async stop(): Promise<void> {
    await Promise.all([this.service.stop(), super.stop()]);
  }
}

/** Starts a form for the tests of this file. */
export const formOfAllTests = (): Form =>
  resourceOfAllTests(
    () => Form.start(),
    (form) => form.stop(),
  );

/** Applications with settings, a sink for the spans of the service, and a sink for an endpoint of their own. */
export class Settings extends Asking {
  readonly sink: ExportSink;
  readonly own: ExportSink;

  private constructor(standIn: OpenAIStandIn, sink: ExportSink, own: ExportSink) {
    super(standIn, sink.url);
    this.sink = sink;
    this.own = own;
  }

  static async start(): Promise<Settings> {
    return new Settings(
      await OpenAIStandIn.start(),
      await startExportSink(),
      await startExportSink(0, ["/v1/traces", "/v1/metrics", "/v1/logs"]),
    );
  }

  /** Runs a program under the preload with these variables; both sinks are emptied before. */
  async with(env: Env, program = "ask.mjs"): Promise<ApplicationRun> {
    this.sink.exports.length = 0;
    this.own.exports.length = 0;
    return this.run(["--import", "@svc/register"], [program], env);
  }

  override async stop(): Promise<void> {
    await Promise.all([this.sink.close(), this.own.close(), super.stop()]);
  }
}

/** Starts the sinks of {@link Settings} for the tests of this file. */
export const settingsOfAllTests = (): Settings =>
  resourceOfAllTests(
    () => Settings.start(),
    (settings) => settings.stop(),
  );
