import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Wait, type StartedTestContainer } from "testcontainers";
import { freePort } from "../support/http/free-port.ts";
import { containerOf, docker } from "./engine.ts";

/** Options of a Collector. */
export interface CollectorOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Address of this machine to listen on, by default 127.0.0.1. */
  readonly host?: string;
  /** Port for OTLP by gRPC, by default a free one. */
  readonly grpcPort?: number;
  /** Host names with the addresses they resolve to. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
  /** Configurations of this repository that are added, such as `sampling`. */
  readonly added?: readonly string[];
  /** Changes to the configuration in this repository, each as `path::of::setting: value`. */
  readonly settings?: readonly string[];
}

const CONFIGURATIONS = join(import.meta.dirname, "../../docker/collector");

/** Official image, or one with the same program built from its modules. */
export const COLLECTOR_IMAGE: string =
  process.env["TEST_COLLECTOR_IMAGE"] ?? "otel/opentelemetry-collector-contrib:0.160.0";

/** Addresses on which a Collector listens, each as `host:port`. */
export interface Listening {
  readonly grpc: string;
  readonly http: string;
  /** Address for the preload. */
  readonly svc: string;
  readonly health: string;
}

/** Returns free ports of an address of this machine. The port for OTLP by gRPC can be given. */
export async function freeListening(host = "127.0.0.1", grpcPort?: number): Promise<Listening> {
  const at = async (port?: number): Promise<string> => `${host}:${port ?? (await freePort())}`;
  return { grpc: await at(grpcPort), http: await at(), svc: await at(), health: await at() };
}

/** Returns the settings with which a Collector listens on these addresses only. */
export function listeningAt({ grpc, http, svc, health }: Listening): string[] {
  return [
    `receivers::otlp::protocols::grpc::endpoint: ${grpc}`,
    `receivers::otlp::protocols::http::endpoint: ${http}`,
    `receivers::otlp/svc::protocols::http::endpoint: ${svc}`,
    `extensions::health_check::endpoint: ${health}`,
    "service::telemetry::metrics::level: none",
  ];
}

/** OpenTelemetry Collector in a container, with one of the configurations of this repository. */
export class Collector {
  /** Value of SVC_BASE_URL for an application that sends to the Collector. */
  readonly url: string;
  /** Endpoint for the exporter of any OpenTelemetry SDK. */
  readonly otlpUrl: string;
  /** Output of the Collector. */
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

  /**
   * Creates a Collector with the gateway's or the balancer's configuration. Its ports and its volume stay the same between
   * runs.
   */
  static async create(configuration: "gateway" | "balancer", options: CollectorOptions): Promise<Collector> {
    const queue = await mkdtemp(join(tmpdir(), "svc-queue-"));
    // The image runs as its own user.
    await chmod(queue, 0o777);
    return new Collector(configuration, options, await freeListening(options.host, options.grpcPort), queue);
  }

  /** Starts the Collector and resolves when it accepts spans. `settings` apply to this run only. */
  async start(settings: readonly string[] = []): Promise<void> {
    const names = [this.#configuration, ...(this.#options.added ?? [])];
    const files = names.map((name) => ({
      source: join(CONFIGURATIONS, `${name}.yaml`),
      target: `/etc/otelcol/${name}.yaml`,
    }));
    const all = [...this.#settings, ...settings];
    const hosts = Object.entries(this.#options.hosts ?? {});
    this.#container = await containerOf(COLLECTOR_IMAGE)
      .withCommand(
        [...files.map(({ target }) => target), ...all.map((setting) => `yaml:${setting}`)].flatMap((one) => [
          "--config",
          one,
        ]),
      )
      .withExtraHosts(hosts.flatMap(([host, addresses]) => addresses.map((ipAddress) => ({ host, ipAddress }))))
      .withEnvironment({ ...this.#options.env })
      .withCopyFilesToContainer(files)
      .withBindMounts([{ source: this.#queue, target: "/var/lib/otelcol" }])
      .withLogConsumer((stream) => stream.on("data", (line: Buffer) => (this.log += line.toString())))
      .withWaitStrategy(Wait.forLogMessage("Everything is ready"))
      .start();
  }

  /** Kills the Collector as a failure of its machine would, without time to clean up. */
  async kill(): Promise<void> {
    await docker("kill", this.#container!.getId());
    await this.stop();
  }

  async stop(): Promise<void> {
    await this.#container?.stop();
    this.#container = undefined;
  }

  /** Stops the Collector and removes its volume. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#queue, { recursive: true, force: true });
  }
}
