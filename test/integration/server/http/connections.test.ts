import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { startServer } from "@svc/server";
import { expect, test } from "vitest";

test("an idle connection stays open for longer than a load balancer keeps its own, which is a minute", async () => {
  const server = await startServer({ port: 0, memory: true });
  const agent = new Agent({ keepAlive: true });
  try {
    const [response] = (await once(get(`${server.url}/api/public/health`, { agent }), "response")) as [IncomingMessage];
    response.resume();
    const [, seconds] = /^timeout=(\d+)$/.exec(String(response.headers["keep-alive"])) ?? [];
    expect(Number(seconds)).toBeGreaterThan(60);
  } finally {
    agent.destroy();
    await server.close();
  }
});
