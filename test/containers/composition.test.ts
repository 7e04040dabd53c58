import { basicAuthorization, SvcHeaders } from "@svc/core/internal";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../support/http/free-port.ts";
import { COLLECTOR_IMAGE, freeListening, listeningAt } from "./collector.ts";
import { buildImage, BUSYBOX_IMAGE, describeWithEngine, dockerOutput } from "./engine.ts";

const KEYS = { SVC_PUBLIC_KEY: "pk-of-the-test", SVC_SECRET_KEY: `sk-${randomUUID()}` };
const AUTHORIZATION = basicAuthorization(KEYS.SVC_PUBLIC_KEY, KEYS.SVC_SECRET_KEY);
const ARRIVAL = { timeout: 45_000, interval: 100 };

/**
 * Tests `docker/compose.yaml` unchanged except for the network and the ports, which cannot be the same everywhere. The network
 * is the host's, in which the services find each other by the same names, and the ports are free ones. The tests start the
 * services step by step: podman runs no health checks by itself, and podman-compose's `run` neither waits for dependencies to
 * complete nor starts their dependencies.
 */
describeWithEngine("the composition", () => {
  const project = `svc-test-${randomUUID()}`;
  let folder = "";
  let server = "";

  const compose = (...args: readonly string[]): ReturnType<typeof dockerOutput> =>
    dockerOutput(
      "compose",
      "-p",
      project,
      "--env-file",
      join(folder, "keys.env"),
      "-f",
      "docker/compose.yaml",
      "-f",
      join(folder, "override.yaml"),
      ...args,
    );

  /** Runs a service to its end and returns its output. Fails when the preload logged anything. */
  async function runToEnd(...args: readonly string[]): Promise<string> {
    const { stdout, stderr } = await compose("--profile", "gateway", "run", "--rm", "--no-deps", ...args);
    expect(stderr).not.toContain("[Svc SDK]");
    return stdout;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-compose-"));
    await writeFile(
      join(folder, "keys.env"),
      Object.entries(KEYS)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(""),
    );
    const port = await freePort();
    server = `http://127.0.0.1:${port}`;
    const listening = await freeListening();
    const gatewayAt = (address: string): string => `http://${address.replace("127.0.0.1", "gateway")}`;
    const host = { network_mode: "host", extra_hosts: ["server:127.0.0.1", "gateway:127.0.0.1"] };
    const override = {
      services: {
        autoinstrumentation: {
          image: await buildImage("autoinstrumentation", "docker/autoinstrumentation/Dockerfile"),
        },
        server: {
          ...host,
          image: await buildImage("server", "docker/server/Dockerfile"),
          command: ["--host", "127.0.0.1", "--env-keys", "--port", String(port)],
        },
        "support-agent": {
          ...host,
          image: await buildImage("application", "examples/support-agent/Dockerfile", {
            context: "examples/support-agent",
          }),
          environment: { SVC_BASE_URL: `http://server:${port}` },
        },
        "support-agent-by-gateway": {
          ...host,
          image: "svc-test/application",
          environment: { SVC_BASE_URL: gatewayAt(listening.svc) },
        },
        gateway: {
          ...host,
          image: COLLECTOR_IMAGE,
          command: [
            "--config",
            "/etc/otelcol/gateway.yaml",
            ...listeningAt(listening).flatMap((setting) => ["--config", `yaml:${setting}`]),
          ],
          environment: { SVC_BASE_URL: `http://server:${port}` },
        },
        "gateway-queue": { image: BUSYBOX_IMAGE },
        "gateway-ready": {
          ...host,
          image: BUSYBOX_IMAGE,
          command: [
            "timeout",
            "60",
            "sh",
            "-c",
            `until wget -q -T 2 -O /dev/null ${gatewayAt(listening.health)}; do sleep 1; done`,
          ],
        },
      },
    };
    await writeFile(join(folder, "override.yaml"), JSON.stringify(override));
  });

  afterAll(async () => {
    await compose("--profile", "gateway", "down", "--volumes");
    await rm(folder, { recursive: true, force: true });
  });

  /** Waits until the service has this many observations. */
  async function arrived(count: number): Promise<void> {
    await vi.waitFor(async () => {
      const headers = { [SvcHeaders.AUTHORIZATION]: AUTHORIZATION };
      const page = (await (await fetch(`${server}/api/public/v2/observations`, { headers })).json()) as {
        data: Array<{ traceId: string; id: string; name: string; startTime: string }>;
      };
      const seen = page.data.map(({ traceId, id, name, startTime }) => `${startTime} ${traceId} ${id} ${name}`);
      if (seen.length !== count) throw new Error(`${seen.length} instead of ${count}:\n${seen.join("\n")}`);
    }, ARRIVAL);
  }

  test("traces an application without our packages", async () => {
    await compose("up", "--no-build", "--detach", "server");
    await vi.waitFor(async () => expect((await fetch(`${server}/api/public/health`)).status).toBe(200), ARRIVAL);
    await runToEnd("autoinstrumentation");
    expect(await runToEnd("support-agent")).toContain("The Left Hand of Darkness");
    const again = await runToEnd("support-agent", "node", "app.js", "Where is my order 1043?");
    expect(again).toContain("Invisible Cities");
    await arrived(4);
  });

  test("traces it through the gateway", async () => {
    await compose("--profile", "gateway", "up", "--no-build", "--detach", "gateway");
    await runToEnd("gateway-ready");
    expect(await runToEnd("support-agent-by-gateway")).toContain("The Left Hand of Darkness");
    await arrived(6);
  });
});
