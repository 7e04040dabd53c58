import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const DOCKER = join(import.meta.dirname, "../../docker");
const MANIFESTS = join(DOCKER, "kubernetes");

/** Tools that check the manifests; downloaded only when every test of this folder must run. */
const tools = process.env["TEST_CONTAINERS"] === "required" ? await manifestTools() : undefined;
if (tools === undefined) {
  process.stderr.write(
    "The manifests in docker/ are not checked: TEST_CONTAINERS=required asks for it, and for Go and Python.\n",
  );
}

async function manifestTools(): Promise<string> {
  return (await run(join(import.meta.dirname, "manifest-tools.sh"))).stdout.trim();
}

describe.skipIf(tools === undefined)("the manifests", () => {
  let scratch = "";
  beforeAll(async () => void (scratch = await mkdtemp(join(tmpdir(), "svc-manifests-"))));
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  /** Returns kubeconform's result for a file or a folder. */
  async function conform(path: string): Promise<{ valid: number; invalid: number; problems: string[] }> {
    const schemas = join(tools!, "schemas/{{ .ResourceKind }}{{ .KindSuffix }}.json");
    const args = ["-strict", "-summary", "-output", "json", "-schema-location", schemas, path];
    const { stdout } = await run(join(tools!, "kubeconform"), args).catch(
      (error: unknown) => error as { stdout: string },
    );
    const { summary, resources } = JSON.parse(stdout) as {
      summary: { valid: number; invalid: number; errors: number; skipped: number };
      resources: Array<{ msg: string }> | null;
    };
    return {
      valid: summary.valid,
      invalid: summary.invalid + summary.errors + summary.skipped,
      problems: (resources ?? []).map(({ msg }) => msg),
    };
  }

  test("are valid for Kubernetes and the Operator", async () => {
    expect(await conform(MANIFESTS)).toEqual({ valid: 17, invalid: 0, problems: [] });
  });

  test.each([
    ["gateway.yaml", "readOnlyRootFilesystem", "readonlyRootFilesystem"],
    ["balancer.yaml", "maxReplicas", "maximumReplicas"],
    ["operator.yaml", "volumeLimitSize", "volumeSizeLimit"],
    ["scale.yaml", "maxSurge", "maximumSurge"],
  ])("are invalid with a mistake: %s", async (file, right, wrong) => {
    const path = join(scratch, file);
    await writeFile(path, (await readFile(join(MANIFESTS, file), "utf8")).replace(right, wrong));
    const { invalid, problems } = await conform(path);
    expect(invalid).toBe(1);
    expect(problems.join()).toContain(wrong);
  });

  test("of the composition are valid for Docker; the gateway is a profile", async () => {
    const options = ["-format", "json", "-no-interpolation", "compose.yaml"];
    const { stdout } = await run(join(tools!, "compose-spec"), options, { cwd: DOCKER });
    const { services } = JSON.parse(stdout) as { services: Record<string, { profiles?: string[] }> };
    expect(Object.fromEntries(Object.entries(services).map(([name, { profiles = [] }]) => [name, profiles]))).toEqual({
      autoinstrumentation: [],
      server: [],
      "support-agent": [],
      gateway: ["gateway"],
      "gateway-queue": ["gateway"],
      "gateway-ready": ["gateway"],
      "support-agent-by-gateway": ["gateway"],
    });
  });

  test("of the composition for scale are valid for Docker", async () => {
    const options = ["-format", "json", "-no-interpolation", "compose.scale.yaml"];
    const { stdout } = await run(join(tools!, "compose-spec"), options, { cwd: DOCKER });
    const { services } = JSON.parse(stdout) as { services: Record<string, { environment?: Record<string, string> }> };
    expect(Object.keys(services).toSorted()).toEqual([
      "balancer",
      "clickhouse",
      "gateway",
      "gateway-queue",
      "postgres",
      "server-1",
      "server-2",
      "storage",
      "storage-bucket",
    ]);
    // No secret stands in the file.
    const secrets = Object.values(services)
      .flatMap(({ environment = {} }) => Object.entries(environment))
      .filter(([name]) => /PASSWORD|SECRET|ACCESS_KEY|PUBLIC_KEY/.test(name));
    expect(secrets.length).toBeGreaterThan(10);
    for (const [, value] of secrets) expect(value).toMatch(/^\$\{[A-Z_]+(:\?[^}]+)?\}$/);
  });

  test("of a composition are invalid with a mistake", async () => {
    const wrong = (await readFile(join(DOCKER, "compose.yaml"), "utf8")).replace("service_healthy", "service_well");
    await writeFile(join(scratch, "compose.yaml"), wrong);
    const options = ["-no-interpolation", "compose.yaml"];
    await expect(run(join(tools!, "compose-spec"), options, { cwd: scratch })).rejects.toThrow("condition");
  });
});

describe("the manifests and the configurations of the Collector", () => {
  const read = (file: string): Promise<string> => readFile(join(DOCKER, file), "utf8");
  const numbers = (text: string, pattern: RegExp): number[] =>
    [...text.matchAll(pattern)].map(([, number]) => Number(number)).toSorted((a, b) => a - b);

  test.each(["gateway", "balancer"])("have the same ports and files: %s", async (name) => {
    const [configuration, manifest] = await Promise.all([
      read(`collector/${name}.yaml`),
      read(`kubernetes/${name}.yaml`),
    ]);
    const ports = numbers(configuration, /(?:endpoint: 0\.0\.0\.0:|^ +port: )(\d+)$/gm);
    expect(ports).toEqual([4317, 4318, 4319, 8888, 13133]);
    expect(numbers(manifest, /containerPort: (\d+)/g)).toEqual(ports);
    expect(manifest).toContain(`args: ["--config", "/etc/otelcol/${name}.yaml"]`);
    expect(await read("../docs/containers.md")).toContain(
      `kubectl create configmap svc-${name} --from-file=docker/collector/${name}.yaml`,
    );
    expect(manifest).toMatch(new RegExp(`configMap:\\n +name: svc-${name}\\n`));
  });

  test("of several replicas drain before they are killed, ask for readiness and liveness, and replace server.yaml", async () => {
    const [scale, server] = await Promise.all([read("kubernetes/scale.yaml"), read("kubernetes/server.yaml")]);
    const [drain] = numbers(scale, /"--drain", "(\d+)"/g);
    const [grace] = numbers(scale, /terminationGracePeriodSeconds: (\d+)/g);
    expect(grace).toBeGreaterThanOrEqual(drain! + 5);
    // The balancer of Kubernetes sees the change in this time.
    const [period] = numbers(scale, /periodSeconds: (\d+)\n +timeoutSeconds: 3/g);
    const [failures] = numbers(scale, /failureThreshold: (\d+)\n +livenessProbe/g);
    expect(drain!).toBeGreaterThanOrEqual(period! * failures!);
    expect(scale).toMatch(/readinessProbe:\n +httpGet:\n +path: \/api\/public\/ready\n/);
    expect(scale).toMatch(/livenessProbe:\n +httpGet:\n +path: \/api\/public\/health\n/);
    for (const text of [scale, server]) expect(text).toMatch(/kind: Service\nmetadata:\n +name: svc-server\n/);
  });

  test("name each other", async () => {
    const [gateway, balancer, operator] = await Promise.all(
      ["gateway", "balancer", "operator"].map((name) => read(`kubernetes/${name}.yaml`)),
    );
    const gateways = /name: SVC_GATEWAYS\n +value: (\S+)/.exec(balancer!)?.[1];
    expect(gateway).toMatch(new RegExp(`kind: Service\\nmetadata:\\n +name: ${gateways}\\n`));
    const { hostname, port } = new URL(/name: SVC_BASE_URL\n +value: (\S+)/.exec(operator!)![1]!);
    expect(balancer).toMatch(new RegExp(`kind: Service\\nmetadata:\\n +name: ${hostname}\\n`));
    expect(numbers(balancer!, /^ +port: (\d+)$/gm)).toContain(Number(port));
  });
});
