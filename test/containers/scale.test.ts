import { execFile } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { basicAuthorization } from "@svc/core/internal";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { installed } from "../support/application/installation.ts";
import { freePort } from "../support/http/free-port.ts";
import { callsOf } from "../support/server/api-calls.ts";
import { s3Program } from "../support/storage/s3-server.ts";
import { COLLECTOR_IMAGE, freeListening, listeningAt } from "./collector.ts";
import { buildImage, BUSYBOX_IMAGE, describeWithEngine, docker, dockerOutput, NODE_IMAGE } from "./engine.ts";

const ROOT = join(import.meta.dirname, "../..");
const KEYS = { SVC_PUBLIC_KEY: "pk-svc-scale", SVC_SECRET_KEY: "sk-svc-scale" };
const AUTHORIZATION = basicAuthorization(KEYS.SVC_PUBLIC_KEY, KEYS.SVC_SECRET_KEY);
const ARRIVAL = { timeout: 100_000, interval: 100 };

/** Value in a file of overrides that removes the setting. It is no text. */
const RESET = "!reset null";

/** Image with Debian's PostgreSQL, which `podman.sh` makes. The official image is set up in other ways. */
const POSTGRES_IMAGE = process.env["TEST_POSTGRES_IMAGE"];
if (POSTGRES_IMAGE === undefined) {
  process.stderr.write(
    "docker/compose.scale.yaml is not run: test/containers/podman.sh makes the images that stand in.\n",
  );
}
const describeScale = POSTGRES_IMAGE === undefined ? describeWithEngine.skip : describeWithEngine;

/**
 * Runs `docker/compose.scale.yaml` with the engine of ClickHouse from npm, Debian's PostgreSQL, and the storage and the load
 * balancer built from their Go modules, since no registry of images can be reached. The network is the host's, and the ports are
 * free ones. The tests start the services step by step: podman runs no health checks by itself.
 */
describeScale("the composition of several replicas", () => {
  const project = `svc-scale-${randomUUID()}`;
  const replicas = ["server-1", "server-2"];
  const urls = new Map<string, string>();
  let folder = "";
  let balancer = "";
  let otlp = "";

  const secrets = Object.fromEntries(
    ["CLICKHOUSE_PASSWORD", "POSTGRES_PASSWORD", "STORAGE_SECRET_KEY"].map((name) => [
      name,
      randomBytes(8).toString("hex"),
    ]),
  );
  const compose = async (...args: readonly string[]): ReturnType<typeof dockerOutput> =>
    dockerOutput(
      "compose",
      "-p",
      project,
      "--env-file",
      join(folder, "secrets.env"),
      "-f",
      "docker/compose.scale.yaml",
      "-f",
      join(folder, "override.yaml"),
      ...args,
    );
  const up = async (...services: readonly string[]): Promise<void> => {
    await compose("up", "--no-build", "--no-deps", "--detach", ...services);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-scale-"));
    const env = { ...KEYS, ...secrets, STORAGE_ACCESS_KEY: "storage" };
    const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(folder, "secrets.env"), lines.join(""));
    const images = await standIns();
    const [clickhouse, postgres, storage, balancing] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const names = ["clickhouse", "postgres", "storage.localhost", "balancer", ...replicas];
    const host = { network_mode: "host", extra_hosts: names.map((name) => `${name}:127.0.0.1`) };
    const server = async (name: string): Promise<object> => {
      const [port, metrics] = [await freePort(), await freePort()];
      urls.set(name, `http://127.0.0.1:${port}`);
      return {
        ...host,
        image: images.server,
        command: [
          "--host",
          "127.0.0.1",
          "--env-keys",
          "--memory",
          "--drain",
          "6",
          "--port",
          String(port),
          "--metrics",
          String(metrics),
        ],
        environment: {
          SVC_STORE_URL: `clickhouse://svc:${secrets["CLICKHOUSE_PASSWORD"]}@clickhouse:${clickhouse}/svc`,
          SVC_DOCUMENTS_URL: `postgres://svc:${secrets["POSTGRES_PASSWORD"]}@postgres:${postgres}/svc`,
          AWS_ENDPOINT_URL_S3: `http://storage.localhost:${storage}`,
        },
      };
    };
    const servers = Object.fromEntries(
      await Promise.all(replicas.map(async (name) => [name, await server(name)] as const)),
    );
    balancer = `http://127.0.0.1:${balancing}`;
    const listening = await freeListening();
    otlp = `http://${listening.http}`;
    const storageCommand = ["--port", `127.0.0.1:${storage}`, "--region", "us-east-1", "posix"];
    const override = {
      services: {
        ...servers,
        balancer: {
          ...host,
          image: images.caddy,
          environment: {
            PORT: String(balancing),
            REPLICAS: [...urls.values()].map((url) => new URL(url).host).join(" "),
          },
        },
        clickhouse: {
          ...host,
          image: NODE_IMAGE,
          ulimits: RESET,
          // The engine ends with its standard input.
          command: [
            "sh",
            "-c",
            "tail -f /dev/null | node /engine/clickhouse-engine-child.ts $$0 /var/lib/clickhouse $$1 $$2",
            "/installation",
            String(clickhouse),
            secrets["CLICKHOUSE_PASSWORD"],
          ],
          volumes: [
            `${join(ROOT, "test/support/storage")}:/engine:ro`,
            `${await installed("clickhouse")}:/installation:ro`,
          ],
        },
        postgres: { ...host, image: POSTGRES_IMAGE, user: "postgres", command: ["sh", "-c", startPostgres(postgres)] },
        "storage-bucket": { image: BUSYBOX_IMAGE },
        storage: {
          ...host,
          networks: RESET,
          image: images.storage,
          command: [...storageCommand, "--sidecar", "/data/attributes", "/data/buckets"],
        },
        gateway: {
          ...host,
          image: COLLECTOR_IMAGE,
          command: [
            "--config",
            "/etc/otelcol/gateway.yaml",
            ...listeningAt(listening).flatMap((setting) => ["--config", `yaml:${setting}`]),
          ],
          environment: { SVC_BASE_URL: balancer.replace("127.0.0.1", "balancer") },
        },
        "gateway-queue": { image: BUSYBOX_IMAGE },
      },
    };
    await writeFile(join(folder, "override.yaml"), JSON.stringify(override).replaceAll(JSON.stringify(RESET), RESET));
  });

  afterAll(async () => {
    await compose("down", "--volumes", "--timeout", "1");
    await rm(folder, { recursive: true, force: true });
  });

  async function statusOf(url: string, path: string): Promise<number> {
    return (await fetch(url + path)).status;
  }

  /** Sends a span through the gateway. */
  async function send(traceId: string, name: string): Promise<void> {
    const time = `${Date.now()}000000`;
    const span = {
      traceId,
      spanId: randomBytes(8).toString("hex"),
      name,
      kind: 1,
      startTimeUnixNano: time,
      endTimeUnixNano: time,
    };
    const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const response = await fetch(`${otlp}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(response.status).toBe(200);
  }

  async function namesIn(url: string, traceId: string): Promise<string[]> {
    const { body } = await callsOf(() => ({ url }), AUTHORIZATION)("GET", `/v2/observations?traceId=${traceId}`);
    return body.data.map(({ name }) => String(name)).toSorted();
  }

  const traceId = randomBytes(16).toString("hex");

  test("starts, and both replicas are ready behind the balancer", async () => {
    await compose("run", "--rm", "--no-deps", "storage-bucket");
    await compose("run", "--rm", "--no-deps", "gateway-queue");
    await up("clickhouse", "postgres", "storage");
    // The services start again until the databases answer.
    await up(...replicas);
    for (const name of replicas) {
      await vi.waitFor(
        async () => expect(await statusOf(urls.get(name) ?? "", "/api/public/ready")).toBe(200),
        ARRIVAL,
      );
    }
    await up("balancer", "gateway");
    await vi.waitFor(async () => expect(await statusOf(balancer, "/api/public/ready")).toBe(200), ARRIVAL);
  });

  test("spans through the gateway are read from each replica, and so are documents and media", async () => {
    await vi.waitFor(async () => send(traceId, "sent"), ARRIVAL);
    for (const url of urls.values()) {
      await vi.waitFor(async () => expect(await namesIn(url, traceId)).toContain("sent"), ARRIVAL);
    }
    const [one, other] = replicas.map((name) => callsOf(() => ({ url: urls.get(name) ?? "" }), AUTHORIZATION));
    expect((await one?.("POST", "/v2/datasets", { name: "shared" }))?.status).toBe(200);
    expect((await other?.("GET", "/v2/datasets/shared"))?.status).toBe(200);

    const content = Buffer.from("shared content");
    const hash = createHash("sha256").update(content).digest("base64");
    const announced = {
      contentType: "text/plain",
      contentLength: content.length,
      sha256Hash: hash,
      traceId,
      field: "input",
    };
    const { body } = (await one?.("POST", "/media", announced)) ?? {};
    const headers = { "content-type": "text/plain", "x-amz-checksum-sha256": hash };
    expect(await put(new URL(String(body?.["uploadUrl"])), headers, content)).toBe(200);
    const id = String(body?.["mediaId"]);
    const uploaded = { uploadedAt: new Date().toISOString(), uploadHttpStatus: 200 };
    expect((await one?.("PATCH", `/media/${id}`, uploaded))?.status).toBe(200);
    expect((await other?.("GET", `/media/${id}`))?.body["contentLength"]).toBe(content.length);
  });

  test("a replica that is stopped hands over: no request fails, and no span is lost", async () => {
    const answers: number[] = [];
    const over = new AbortController();
    const asking = (async () => {
      while (!over.signal.aborted) answers.push(await statusOf(balancer, "/api/public/health"));
    })();
    await send(traceId, "before");
    await compose("stop", "server-1");
    await send(traceId, "after");
    const rest = urls.get("server-2") ?? "";
    await vi.waitFor(
      async () => expect(await namesIn(rest, traceId)).toEqual(expect.arrayContaining(["after", "before"])),
      ARRIVAL,
    );
    over.abort();
    await asking;
    expect(new Set(answers)).toEqual(new Set([200]));
    await expect(fetch(urls.get("server-1") ?? "")).rejects.toThrow("fetch failed");
  });
});

/** Builds the images that are not the official ones, and returns their names. */
async function standIns(): Promise<{ server: string; caddy: string; storage: string }> {
  const base = await buildImage("server", "docker/server/Dockerfile");
  const server = await buildImage("server-scale", "docker/scale/Dockerfile", {
    context: "docker/scale",
    args: { SERVER_IMAGE: base },
  });
  const { stdout } = await promisify(execFile)(join(import.meta.dirname, "caddy.sh"));
  const built = await s3Program();
  if ("missing" in built) throw new Error(built.missing);
  const caddy = await imageOf(
    "caddy",
    stdout.trim(),
    'CMD ["/caddy", "run", "--config", "/etc/caddy/Caddyfile"]',
    "scratch",
  );
  const storage = await imageOf("storage", built.program, 'ENTRYPOINT ["/versitygw"]', NODE_IMAGE);
  return { server, caddy, storage };
}

/** Builds an image with one program. */
async function imageOf(name: string, program: string, start: string, base: string): Promise<string> {
  const image = `svc-test/${name}`;
  const dockerfile = join(await mkdtemp(join(tmpdir(), "svc-image-")), "Dockerfile");
  const file = program.slice(dirname(program).length + 1);
  await writeFile(dockerfile, `FROM ${base}\nCOPY ${file} /${file}\n${start}\n`);
  await docker("build", "--file", dockerfile, "--tag", image, dirname(program));
  await rm(dirname(dockerfile), { recursive: true });
  return image;
}

/** Returns the script that makes a database of Debian's PostgreSQL as the official image does, and runs the server. */
function startPostgres(port: number): string {
  const programs = "/usr/lib/postgresql/15/bin";
  return [
    'printf %s "$$POSTGRES_PASSWORD" > /tmp/password',
    `${programs}/initdb -D /tmp/data -U svc --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8`,
    `echo "CREATE DATABASE svc" | ${programs}/postgres --single -D /tmp/data postgres`,
    `exec ${programs}/postgres -D /tmp/data -c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=/tmp`,
  ].join(" && ");
}

/** Uploads to an address of the storage, whose name this machine need not know. Resolves to the status of the answer. */
async function put(address: URL, headers: Record<string, string>, content: Buffer): Promise<number> {
  const { port, host, pathname, search } = address;
  const sent = request({
    host: "127.0.0.1",
    port,
    path: pathname + search,
    method: "PUT",
    headers: { ...headers, host },
  });
  sent.end(content);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}
