// The service in a pod: a side-car shares its loopback address, and people outside reach the side-car.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { rawStatus } from "../../support/http/raw-request.ts";
import { SERVER_PROGRAM } from "../../support/paths.ts";
import { COLLECTOR_DOOR, LOCAL_DOORS, type LocalDoor } from "../../support/server/local-doors.ts";
import { makeNamespace } from "./namespace.ts";
import { type Proxy, type ProxyProgram, missingPrograms, startProxy } from "./proxies.ts";

/** Port of the side-car, and of a second one before the port of a collector. */
const [SIDE_CAR, COLLECTOR_SIDE_CAR] = [8080, 8081];
const [SERVICE, COLLECTOR] = [3000, 4318];

const missing = missingPrograms(["nginx", "caddy", "ip", "curl"]);
const made = missing === undefined ? makeNamespace() : { problem: missing };
const pod = "problem" in made ? { address: "", prefix: [], remove: () => {} } : made;
if ("problem" in made) process.stderr.write(`The service is not tried beside side-cars: ${made.problem}\n`);
afterAll(() => pod.remove());

const DOORS = [...LOCAL_DOORS, COLLECTOR_DOOR];
const REFUSED = Object.fromEntries(DOORS.map(({ name, refusal }) => [name, refusal]));
const HOSTS = [
  "localhost",
  `localhost:${SERVICE}`,
  `127.0.0.1:${SERVICE}`,
  "traces.example.com",
  `${pod.address}:${SIDE_CAR}`,
];

const running: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(async (stop) => stop()));
});

async function startService(...parameters: readonly string[]): Promise<void> {
  const ports = ["--port", String(SERVICE), "--otlp-port", String(COLLECTOR)];
  const [first = "", ...rest] = [...pod.prefix, process.execPath, SERVER_PROGRAM, "--memory", ...ports, ...parameters];
  const child: ChildProcess = spawn(first, rest, { stdio: ["ignore", "pipe", "inherit"] });
  running.push(async () => {
    child.kill();
    await once(child, "exit");
  });
  for await (const line of createInterface(child.stdout!)) {
    if (line.startsWith(`svc-server listening on http://127.0.0.1:${SERVICE}`)) {
      child.stdout!.resume();
      return;
    }
  }
  throw new Error("The service did not start in the pod.");
}

async function startSideCar(program: ProxyProgram): Promise<void> {
  for (const [port, to] of [
    [SIDE_CAR, SERVICE],
    [COLLECTOR_SIDE_CAR, COLLECTOR],
  ] as const) {
    const config =
      program === "nginx"
        ? `server { listen ${port}; location / { proxy_pass http://127.0.0.1:${to}; proxy_set_header Host $host; } }`
        : `http://:${port} {\n\treverse_proxy 127.0.0.1:${to}\n}`;
    const proxy: Proxy = await startProxy(program, config, { port, address: pod.address, prefix: pod.prefix });
    running.push(async () => proxy.close());
  }
}

/** Returns the status of each door, from outside of the pod. */
async function statuses(host: string, port: number, collectorPort: number): Promise<Record<string, number>> {
  const ask = async (door: LocalDoor): Promise<[string, number]> => {
    const request = { ...door, lines: [`Host: ${host}`, ...door.lines] };
    return [door.name, await rawStatus(door === COLLECTOR_DOOR ? collectorPort : port, request, pod.address)];
  };
  return Object.fromEntries(await Promise.all(DOORS.map(ask)));
}

/** Returns the status of the page's API for a program in the pod. */
function statusInside(address: string, ...options: readonly string[]): string {
  const url = `http://${address}:${SERVICE}/project/svc-local/api/public/v2/observations`;
  const [first, ...rest] = [...pod.prefix, "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", ...options, url];
  return execFileSync(first, rest, { encoding: "utf8" });
}

describe.skipIf("problem" in made)("a pod", () => {
  test.each(["nginx", "caddy"] as const)(
    "is closed to people outside behind %s, and open to its programs",
    async (program) => {
      await startService();
      await startSideCar(program);
      for (const host of HOSTS)
        expect([host, await statuses(host, SIDE_CAR, COLLECTOR_SIDE_CAR)]).toEqual([host, REFUSED]);
      expect(statusInside("127.0.0.1")).toBe("200");
    },
  );

  test("is closed to people outside who reach the service itself, even when it was opened to its machine", async () => {
    await startService("--host", "0.0.0.0", "--open-to-this-machine");
    for (const host of HOSTS) expect([host, await statuses(host, SERVICE, COLLECTOR)]).toEqual([host, REFUSED]);
    expect(statusInside("127.0.0.1")).toBe("200");
    expect(statusInside(pod.address)).toBe("401");
  });

  test("is closed to the side-car of a mesh, whose address is a loopback one", async () => {
    await startService();
    const ofMesh = ["--interface", "127.0.0.6", "-H", "x-envoy-attempt-count: 1"];
    expect(statusInside("127.0.0.1", ...ofMesh)).toBe("401");
  });
});
