import { Wait } from "testcontainers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sendingTo } from "../support/application/run-application.ts";
import { resourceAttributeOf, startExportSink } from "../support/otlp/export-sink.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../support/server/local-service.ts";
import {
  buildImage,
  containerOf,
  describeWithEngine,
  docker,
  endOf,
  MUSL_NODE_IMAGE,
  type ContainerEnd,
  type Volume,
} from "./engine.ts";
import { MOUNT, PRELOAD, preloadVolume } from "./preload-volume.ts";

const ANSWER =
  'Good news: "The Left Hand of Darkness" is shipped and should be with you on Thursday. Enjoy the book!\n';

/** Result of the application without the preload. */
const UNTRACED: ContainerEnd = { exitCode: 0, stdout: ANSWER, stderr: "" };

interface RunOptions {
  image?: string;
  env?: Readonly<Record<string, string>>;
  user?: string;
  readOnlyRoot?: boolean;
}

describeWithEngine("an application whose image lacks our packages", () => {
  let service: LocalService;
  let application: string;
  let volume: Volume;

  beforeAll(async () => {
    service = await startLocalService();
    volume = await preloadVolume();
    application = await buildImage("application", "examples/support-agent/Dockerfile", {
      context: "examples/support-agent",
    });
  });

  afterAll(async () => {
    await service.stop();
    await volume.remove();
  });

  /** Runs the application to its end, with the copy mounted as in a pod. */
  async function run({ image = application, env = {}, user, readOnlyRoot }: RunOptions): Promise<ContainerEnd> {
    const container = containerOf(image)
      .withEnvironment({ ...sendingTo(service.url), ...env })
      .withBindMounts([{ source: volume.name, target: MOUNT, mode: "ro" }])
      .withWaitStrategy(Wait.forOneShotStartup());
    if (user !== undefined) container.withUser(user);
    if (readOnlyRoot) container.withReadOnlyRoot();
    return endOf(await container.start());
  }

  const seen = new Set<string>();

  /** Returns the generations that have arrived since the last call. */
  async function arrived(): Promise<StoredObservation[]> {
    const stored = await service.observations({ type: "GENERATION" });
    const fresh = stored.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    return fresh;
  }

  it("lacks our packages", async () => {
    const search = "find / -xdev -path '*@svc*' -o -xdev -name '*opentelemetry*'";
    const ours = await docker("run", "--rm", "--network", "host", "--user", "0", application, "sh", "-c", search);
    expect(ours).toBe("");
  });

  it("is not traced without the preload", async () => {
    expect(await run({})).toEqual(UNTRACED);
    expect(await arrived()).toEqual([]);
  });

  it.each<[how: string, options: RunOptions]>([
    ["with --require", { env: { NODE_OPTIONS: `--require ${PRELOAD}` } }],
    ["with --import", { env: { NODE_OPTIONS: `--import ${PRELOAD}` } }],
    ["with both", { env: { NODE_OPTIONS: `--require ${PRELOAD} --import ${PRELOAD}` } }],
    [
      "as any user, with a read-only file system",
      { env: { NODE_OPTIONS: `--require ${PRELOAD}` }, user: "34567:34567", readOnlyRoot: true },
    ],
  ])("is traced %s, and behaves as without the preload", async (_how, options) => {
    expect(await run(options)).toEqual(UNTRACED);
    const generations = await arrived();
    expect(generations.map(({ name, providedModelName }) => [name, providedModelName])).toEqual([
      ["chat gpt-4.1-mini", "gpt-4.1-mini-stand-in"],
      ["chat gpt-4.1-mini", "gpt-4.1-mini-stand-in"],
    ]);
    expect(generations[1]!.output).toContain("The Left Hand of Darkness");
  });

  it("is traced with the Operator's environment, also to its collector", async () => {
    const collector = await startExportSink(0, ["/v1/traces", "/v1/metrics"]);
    // Variables in the order in which the Operator writes them, with Kubernetes' substitutions done.
    const env = {
      OTEL_NODE_IP: "10.0.0.7",
      OTEL_POD_IP: "10.1.2.3",
      OTEL_METRICS_EXPORTER: "otlp",
      NODE_OPTIONS: ` --require ${PRELOAD}`,
      OTEL_SERVICE_NAME: "support-agent",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_RESOURCE_ATTRIBUTES_POD_NAME: "support-agent-7d9f-x2x4q",
      OTEL_RESOURCE_ATTRIBUTES_NODE_NAME: "node-1",
      OTEL_PROPAGATORS: "tracecontext,baggage,b3",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "1",
      OTEL_RESOURCE_ATTRIBUTES:
        "k8s.container.name=app,k8s.deployment.name=support-agent,k8s.namespace.name=shop,k8s.node.name=node-1," +
        "k8s.pod.name=support-agent-7d9f-x2x4q,service.instance.id=shop.support-agent-7d9f-x2x4q.app,service.version=1.0.0",
    };
    try {
      expect(await run({ env })).toEqual(UNTRACED);
      expect(await arrived()).toHaveLength(2);
      const traces = collector.exports.filter(({ path }) => path === "/v1/traces");
      expect(traces.flatMap(({ spans }) => spans.map(({ name }) => name))).toEqual(
        expect.arrayContaining(["chat gpt-4.1-mini"]),
      );
      const attributes = [
        "service.name",
        "service.version",
        "service.instance.id",
        "k8s.pod.name",
        "k8s.namespace.name",
      ];
      expect(attributes.map((key) => resourceAttributeOf(traces[0]!, key))).toEqual([
        "support-agent",
        "1.0.0",
        "shop.support-agent-7d9f-x2x4q.app",
        "support-agent-7d9f-x2x4q",
        "shop",
      ]);
      expect(collector.exports.map(({ path }) => path)).toContain("/v1/metrics");
    } finally {
      await collector.close();
    }
  });

  it("is traced on musl", async () => {
    const image = await buildImage("musl-application", "test/containers/musl-application/Dockerfile", {
      context: "test/containers/musl-application",
      args: { APPLICATION_IMAGE: application, MUSL_NODE_IMAGE },
    });
    const libraries = "process.report.excludeNetwork = true; process.report.getReport().sharedObjects.join(' ')";
    expect(await docker("run", "--rm", "--network", "host", image, "node", "-p", libraries)).toContain("/ld-musl-");
    expect(await run({ image, env: { NODE_OPTIONS: `--require ${PRELOAD}` } })).toEqual(UNTRACED);
    expect(await arrived()).toHaveLength(2);
  });
});
