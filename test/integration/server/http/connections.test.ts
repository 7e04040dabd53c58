import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type Socket, connect } from "node:net";
import { text } from "node:stream/consumers";
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

test("connections that are idle, or whose request does not go on, keep nobody from an answer", async () => {
  const server = await startServer({ port: 0, memory: true });
  const head = "GET /api/public/health HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  const opened = async (sent: string): Promise<Socket> => {
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(sent);
    return socket;
  };
  const sockets: Socket[] = [];
  try {
    for (let n = 0; n < 200; n += 1) {
      const idle = await opened(`${head}\r\n`);
      await once(idle, "data");
      sockets.push(idle, await opened(`${head}X-Slow: `));
    }
    const answer = await fetch(`${server.url}/api/public/health`);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.close();
  }
});

test.each([
  [100, true],
  [20_000, false],
])("%i requests that one connection sends at once are all answered: %s", async (sent, areAnswered) => {
  const server = await startServer({ port: 0, memory: true });
  const { port } = new URL(server.url);
  try {
    const connection = connect(Number(port), "127.0.0.1");
    connection.write("GET /api/public/health HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(sent - 1));
    connection.write("GET /api/public/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    const answers = await text(connection).catch(() => "");
    expect(answers.split("HTTP/1.1 200 OK").length - 1 === sent).toBe(areAnswered);
    expect((await fetch(`${server.url}/api/public/health`)).status).toBe(200);
  } finally {
    await server.close();
  }
});
