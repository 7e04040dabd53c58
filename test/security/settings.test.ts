// Hostile settings and answers: line breaks in keys, terminal escapes in what `svc` prints.
// The tests fail when headers are sent unchecked, or when `svc` prints what the service said as it is.
import { join } from "node:path";
import { expect, it } from "vitest";
import { PRELOAD, runApplication, runProgram, sendingTo } from "../support/application/run-application.ts";
import { startHttpServer, type HttpRequest } from "../support/http/http-server.ts";
import { ROOT } from "../support/paths.ts";

const OBSERVE = `import { startObservation } from "@svc/tracing"; startObservation("one").end(); console.log("done");`;

it.each([
  ["SVC_PUBLIC_KEY", "pk\r\nx-injected: 1"],
  ["SVC_PUBLIC_KEY", "pk\nx-injected: 1"],
  ["SVC_SECRET_KEY", "sk\r\nx-injected: 1"],
  ["SVC_BASE_URL", "/\r\nx-injected: 1"],
  ["OTEL_SERVICE_NAME", "name\r\nx-injected: 1"],
  ["SVC_RELEASE", "release\r\nx-injected: 1"],
])("a line break in %s (%j) adds no header and stops no application", async (name, value) => {
  const requests: HttpRequest[] = [];
  const service = await startHttpServer((request, response) => {
    requests.push(request);
    response.end();
  });
  const env: Record<string, string> = sendingTo(service.url);
  const { stdout, exitCode } = await runApplication({
    app: "forms",
    node: [...PRELOAD, "--input-type=module"],
    args: ["-e", OBSERVE],
    env: { ...env, [name]: name === "SVC_BASE_URL" ? service.url + value : value },
  });
  await service.close();
  expect([stdout, exitCode]).toEqual(["done\n", 0]);
  expect(requests.length).toBeGreaterThan(0);
  for (const { headers } of requests) expect(headers).not.toHaveProperty("x-injected");
});

const ESCAPES = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e";

it.each([
  ["traces", 500],
  ["doctor", 200],
  ["trace 1", 400],
])("svc %s prints no control character of an answer with status %i", async (command, status) => {
  const said = { version: `4.99.0${ESCAPES}`, data: [{ name: ESCAPES, id: ESCAPES }], message: ESCAPES };
  const service = await startHttpServer((_request, response) =>
    response.writeHead(status).end(`${JSON.stringify(said)}${ESCAPES}`),
  );
  const valid = await startHttpServer((_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said)),
  );
  const check = async ({ url }: { url: string }): Promise<void> => {
    const { stdout, stderr } = await runProgram({
      cwd: import.meta.dirname,
      args: [join(ROOT, "register/dist/svc.cjs"), ...command.split(" ")],
      env: { ...sendingTo(url), SVC_TIMEOUT: "1" },
    });
    expect(stdout + stderr).not.toBe("");
    expect((stdout + stderr).match(/(?!\n)[\p{Cc}\u202a-\u202e]/gu)).toBeNull();
  };
  await Promise.all([check(service), check(valid)]);
  await Promise.all([service.close(), valid.close()]);
});

it("svc traces hides the keys that an answer repeats, as a proxy's page may", async () => {
  const service = await startHttpServer(({ headers }, response) =>
    response.writeHead(400).end(`refused: ${JSON.stringify(headers)}`),
  );
  const [publicKey, secretKey] = ["pk-of-the-test", "sk-planted-in-the-test"];
  const { stderr } = await runProgram({
    cwd: import.meta.dirname,
    args: [join(ROOT, "register/dist/svc.cjs"), "traces"],
    env: { SVC_BASE_URL: service.url, SVC_PUBLIC_KEY: publicKey, SVC_SECRET_KEY: secretKey },
  });
  await service.close();
  expect(stderr).toContain("refused: ");
  expect(stderr).not.toContain(secretKey);
  expect(stderr).not.toContain(btoa(`${publicKey}:${secretKey}`));
});
