import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Wait, type StartedTestContainer } from "testcontainers";
import { freePort } from "../support/free-port.ts";
import { containerOf, docker } from "./engine.ts";

/** How a Collector is run. */
export interface CollectorOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The address of this machine that it listens on, by default 127.0.0.1. */
  readonly host?: string;
  /** The port for OTLP by gRPC, by default a free one. */
  readonly grpcPort?: number;
  /** Names that it finds at these addresses. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
  /** What is different from the configuration in this repository, each as `path::of::setting: value`. */
  readonly settings?: readonly string[];
}

const CONFIGURATIONS = join(import.meta.dirname, "../../docker/collector");

/** The official image, or one with the same program built from its modules. */
export const COLLECTOR_IMAGE: string =
  process.env["TEST_COLLECTOR_IMAGE"] ?? "otel/opentelemetry-collector-contrib:0.160.0";

/** Where a Collector listens, each as `host:port`. */
export interface Listening {
  readonly grpc: string;
  readonly http: string;
  /** For the preload. */
  readonly svc: string;
  readonly health: string;
}

/** Free ports of an address of this machine; the one for OTLP by gRPC may be given. */
export async function freeListening(host = "127.0.0.1", grpcPort?: number): Promise<Listening> {
  const at = async (port?: number): Promise<string> => `${host}:${port ?? (await freePort())}`;
  return { grpc: await at(grpcPort), http: await at(), svc: await at(), health: await at() };
}

/** The settings with which a Collector listens there, and nowhere else. */
export function listeningAt({ grpc, http, svc, health }: Listening): string[] {
  return [
    `receivers::otlp::protocols::grpc::endpoint: ${grpc}`,
    `receivers::otlp::protocols::http::endpoint: ${http}`,
    `receivers::otlp/svc::protocols::http::endpoint: ${svc}`,
    `extensions::health_check::endpoint: ${health}`,
    "service::telemetry::metrics::level: none",
  ];
}

/** OpenTelemetry's Collector in a container, with one of the configurations of this repository. */
export class Collector {
  /** The address an application has in SVC_BASE_URL that sends to it. */
  readonly url: string;
  /** The address that any OpenTelemetry SDK has for its exporter. */
  readonly otlpUrl: string;
  /** What it has written. */
  log = "";
  readonly #configuration: string;
  readonly #options: CollectorOptions;
  readonly #settings: readonly string[];
  readonly #queue: string;
  #container: StartedTestContainer | undefined;

  private constructor(configuration: string, options: CollectorOptions, listening: Listening, queue: string) {
    this.otlpUrl = `http://${listening.http}`;
    this.url = `http://${listening.svc}`;
    this.#configuration = configuration;
    this.#options = options;
    this.#queue = queue;
    this.#settings = [...listeningAt(listening), ...(options.settings ?? [])];
  }

  /** A Collector with the gateway's or the balancer's configuration, and ports and a volume that stay the same. */
  static async create(configuration: "gateway" | "balancer", options: CollectorOptions): Promise<Collector> {
    const queue = await mkdtemp(join(tmpdir(), "svc-queue-"));
    // The image has a user of its own.
    await chmod(queue, 0o777);
    return new Collector(configuration, options, await freeListening(options.host, options.grpcPort), queue);
  }

  /** Resolves when it takes spans; `settings` hold for this run alone. */
  async start(settings: readonly string[] = []): Promise<void> {
    const file = `/etc/otelcol/${this.#configuration}.yaml`;
    const all = [...this.#settings, ...settings];
    const hosts = Object.entries(this.#options.hosts ?? {});
    this.#container = await containerOf(COLLECTOR_IMAGE)
      .withCommand(["--config", file, ...all.flatMap((setting) => ["--config", `yaml:${setting}`])])
      .withExtraHosts(hosts.flatMap(([host, addresses]) => addresses.map((ipAddress) => ({ host, ipAddress }))))
      .withEnvironment({ ...this.#options.env })
      .withCopyFilesToContainer([{ source: join(CONFIGURATIONS, `${this.#configuration}.yaml`), target: file }])
      .withBindMounts([{ source: this.#queue, target: "/var/lib/otelcol" }])
      .withLogConsumer((stream) => stream.on("data", (line: Buffer) => (this.log += line.toString())))
      .withWaitStrategy(Wait.forLogMessage("Everything is ready"))
      .start();
  }

  /** Ends it as a failure of its machine would, without a moment to put anything in order. */
  async kill(): Promise<void> {
    await docker("kill", this.#container!.getId());
    await this.stop();
  }

  async stop(): Promise<void> {
    await this.#container?.stop();
    this.#container = undefined;
  }

  /** Stops it and removes its volume. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#queue, { recursive: true, force: true });
  }
}
