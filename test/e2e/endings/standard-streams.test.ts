import { describe, expect, it } from "vitest";
import { runApplication, sendingTo } from "../../support/application/run-application.ts";
import { freePort } from "../../support/http/free-port.ts";
import { startWholeService } from "../../support/http/whole-service.ts";

const REGISTER = "@svc/register";
const requests = [1, 2, 3].map((id) => `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call" })}\n`);
const answers = [1, 2, 3].map((id) => `${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n`).join("");

const forms: Array<[form: string, node: readonly string[], env: Record<string, string>]> = [
  ["--import", ["--import", REGISTER], {}],
  ["--require", ["--require", REGISTER], {}],
  ["NODE_OPTIONS", [], { NODE_OPTIONS: `--import ${REGISTER}` }],
  ["everything said", ["--import", REGISTER], { SVC_DEBUG: "true", OTEL_LOG_LEVEL: "all" }],
  ["no credentials", ["--import", REGISTER], { SVC_PUBLIC_KEY: "", SVC_SECRET_KEY: "" }],
  ["settings that are wrong", ["--import", REGISTER], { SVC_TIMEOUT: "soon", SVC_OTEL_COMPRESSION: "zip" }],
];

describe("a program that communicates over its standard streams", () => {
  for (const program of ["server.mjs", "server.cjs"]) {
    it.each(forms)(
      `${program} writes the same to standard output as without the preload: %s`,
      async (_form, node, env) => {
        const service = await startWholeService();
        const run = await runApplication({
          app: "stdio",
          node,
          args: [program],
          input: requests.join(""),
          env: { ...sendingTo(service.url), ...env },
        });
        await service.close();
        expect({ stdout: run.stdout, exitCode: run.exitCode }).toEqual({ stdout: answers, exitCode: 0 });
      },
    );
  }

  it("writes the same while the service is down", async () => {
    const run = await runApplication({
      app: "stdio",
      node: ["--import", REGISTER],
      args: ["server.mjs"],
      input: requests.join(""),
      env: sendingTo(`http://127.0.0.1:${await freePort()}`),
    });
    expect(run.stdout).toBe(answers);
    expect(run.stderr).toContain("3 spans were lost");
  });
});
