import { startHttpServer } from "./http-server.ts";

/** Ports below those that systems give to servers on port 0 and to connections: no other test gets one by chance. */
const FIRST = 15_000;
const COUNT = 17_000;

const ATTEMPTS = 20;

/** Returns a port on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    try {
      const server = await startHttpServer(() => {}, port);
      await server.close();
      return port;
    } catch (error) {
      // Most often, another program has the port.
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
