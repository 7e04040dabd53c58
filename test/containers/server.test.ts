import { basicAuthorization, OTLP_TRACES_PATH } from "@svc/core/internal";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Wait, type StartedTestContainer } from "testcontainers";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../support/http/free-port.ts";
import {
  buildImage,
  containerOf,
  createVolume,
  describeWithEngine,
  docker,
  endOf,
  stop,
  type Volume,
} from "./engine.ts";
import { entriesOf, factsOf, packagesIn, printWeight, sum, type Entry, type ImageFacts } from "./image-content.ts";

const KEYS = { SVC_PUBLIC_KEY: "pk-test", SVC_SECRET_KEY: "sk-test" };
const AUTHORIZATION = basicAuthorization(KEYS.SVC_PUBLIC_KEY, KEYS.SVC_SECRET_KEY);
const OURS = ["/app", "/sbom", "/usr/local/bin/svc-server"];

/** Most that we may add to the base image: bytes and files. */
const BUDGET = { bytes: 16_000_000, files: 2_500 };

/** Packages that are built into the service and its page: they have no files of their own. */
const BUNDLED_LIBRARIES = [
  "@modelcontextprotocol/core",
  "@modelcontextprotocol/server",
  "@tanstack/query-core",
  "@tanstack/react-query",
  "@tanstack/react-virtual",
  "@tanstack/virtual-core",
  "diff",
  "mustache",
  "papaparse",
  "react",
  "react-dom",
  "regexparam",
  "scheduler",
  "tailwindcss",
  "uplot",
  "use-sync-external-store",
  "wouter",
  "zod",
];

describeWithEngine("the image with the local service", () => {
  let image: string;
  let entries: Entry[];
  let facts: ImageFacts;

  beforeAll(async () => {
    image = await buildImage("server", "docker/server/Dockerfile");
    [entries, facts] = await Promise.all([entriesOf(image, ...OURS), factsOf(image)]);
    await printWeight(image, entries);
  });

  describe("its content", () => {
    it("is small compared with its base image", () => {
      expect(sum(entries)).toBeLessThan(BUDGET.bytes);
      expect(entries.length).toBeLessThan(BUDGET.files);
    });

    it("contains the service with its production dependencies; its bill of materials has them and the bundled libraries", async () => {
      const packages = packagesIn(entries, "/app");
      expect(packages).toEqual([
        "@hono/node-server",
        "@opentelemetry/api",
        "@svc/core",
        "@svc/server",
        "agent-base",
        "ajv",
        "ajv-formats",
        "debug",
        "eventsource-parser",
        "fast-deep-equal",
        "fast-uri",
        "hono",
        "http-proxy-agent",
        "https-proxy-agent",
        "json-schema-traverse",
        "ms",
        "proxy-from-env",
        "require-from-string",
        "yaml",
      ]);
      const bill = JSON.parse(
        await docker("run", "--rm", "--network", "host", "--entrypoint", "cat", image, "/sbom/server.cdx.json"),
      ) as { metadata: { component: { name: string } }; components: Array<{ name: string }> };
      const listed = [bill.metadata.component, ...bill.components].map(({ name }) => name);
      expect(listed.toSorted()).toEqual([...packages, ...BUNDLED_LIBRARIES].toSorted());
    });

    it("is readable by everyone and writable by root only", () => {
      for (const { path, owner, mode, type } of entries.filter(({ type }) => type !== "link")) {
        const forAll = type === "directory" ? 0o555 : 0o444;
        expect({ path, owner, read: mode & forAll, write: mode & 0o022 }).toEqual({
          path,
          owner: "0:0",
          read: forAll,
          write: 0,
        });
      }
    });
  });

  it("describes itself and its settings in labels and metadata", async () => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8")) as {
      version: string;
    };
    expect(facts.Config).toMatchObject({
      User: "65532:65532",
      Entrypoint: ["node", "--max-semi-space-size=8", "/app/node_modules/@svc/server/dist/cli.mjs"],
      Cmd: ["--host", "0.0.0.0", "--env-keys"],
      Volumes: { "/data": {} },
      ExposedPorts: { "3000/tcp": {} },
      Healthcheck: { Test: ["CMD", "node", "/app/health.mjs"] },
      Labels: {
        "org.opencontainers.image.title": "svc server",
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.version": version,
      },
    });
  });

  describe("as a container", () => {
    let volume: Volume;
    let url: string;
    let container: StartedTestContainer | undefined;

    beforeEach(async () => {
      volume = await createVolume();
    });
    afterEach(async () => {
      await container?.stop();
      container = undefined;
      await volume.remove();
    });

    /** Starts the service with the volume as its only writable folder. */
    async function start(...options: readonly string[]): Promise<StartedTestContainer> {
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      container = await containerOf(image)
        .withCommand([...facts.Config.Cmd!, "--port", String(port), ...options])
        .withEnvironment({ ...KEYS, SVC_BASE_URL: url })
        .withReadOnlyRoot()
        .withBindMounts([{ source: volume.name, target: "/data" }])
        .withWaitStrategy(Wait.forLogMessage("svc-server listening on"))
        .start();
      return container;
    }

    async function stopped(): Promise<{ exitCode: number; stderr: string }> {
      const { exitCode, stderr } = await stop(container!);
      container = undefined;
      return { exitCode, stderr };
    }

    async function healthOf(running: StartedTestContainer): Promise<number> {
      return (await running.exec(facts.Config.Healthcheck!.Test.slice(1))).exitCode;
    }

    const request = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(url + path, { ...init, headers: { authorization: AUTHORIZATION, "content-type": "application/json" } });

    /** Sends one span; returns its id once the service has accepted the span. */
    async function send(traceId: string): Promise<string | undefined> {
      const span = { traceId, spanId: randomBytes(8).toString("hex"), name: "work", kind: 1, ...times() };
      const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope: { name: "test" }, spans: [span] }] }] });
      const response = await request(OTLP_TRACES_PATH, { method: "POST", body });
      return response.ok ? span.spanId : undefined;
    }

    async function idsOf(traceId: string): Promise<string[]> {
      const response = await request(`/api/public/v2/observations?traceId=${traceId}&fields=core&limit=1000`);
      const { data } = (await response.json()) as { data: Array<{ id: string }> };
      return data.map(({ id }) => id).toSorted();
    }

    it("is healthy, accepts spans and returns them", async () => {
      const running = await start();
      expect(await healthOf(running)).toBe(0);
      const traceId = randomBytes(16).toString("hex");
      const id = await send(traceId);
      expect(await idsOf(traceId)).toEqual([id]);
      const page = await request("/");
      expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
      const exported = await running.exec(["svc-server", "export"]);
      expect(exported.stdout).toContain(traceId);
      expect(await stopped()).toEqual({ exitCode: 0, stderr: "" });
    });

    it("is unhealthy when it answers wrongly", async () => {
      expect(await healthOf(await start("--fault", "503:path=/api/public/health"))).not.toBe(0);
    });

    it("keeps its data when another container continues with the volume", async () => {
      await start();
      const traceId = randomBytes(16).toString("hex");
      const id = await send(traceId);
      expect(await stopped()).toEqual({ exitCode: 0, stderr: "" });
      await start();
      expect(await idsOf(traceId)).toEqual([id]);
    });

    it("keeps every accepted span when it is stopped amid requests, and ends with 0", async () => {
      await start();
      const traceId = randomBytes(16).toString("hex");
      const answered: string[] = [];
      const first = Promise.withResolvers<void>();
      const sendUntilRefused = async (): Promise<void> => {
        for (let id = await send(traceId); id !== undefined; id = await send(traceId).catch(() => undefined)) {
          answered.push(id);
          first.resolve();
        }
      };
      const senders = Array.from({ length: 8 }, sendUntilRefused);
      await first.promise;
      expect(await stopped()).toEqual({ exitCode: 0, stderr: "" });
      await Promise.all(senders);
      await start();
      expect(await idsOf(traceId)).toEqual(expect.arrayContaining(answered));
    });
  });

  it("reports missing keys", async () => {
    const container = await containerOf(image).withWaitStrategy(Wait.forLogMessage("--env-keys")).start();
    expect(await endOf(container)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "svc-server: --env-keys: set both SVC_PUBLIC_KEY and SVC_SECRET_KEY.\n",
    });
  });
});

function times(): { startTimeUnixNano: string; endTimeUnixNano: string } {
  const now = BigInt(Date.now()) * 1_000_000n;
  return { startTimeUnixNano: String(now), endTimeUnixNano: String(now + 1_000_000n) };
}
