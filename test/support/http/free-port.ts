import { startHttpServer } from "./http-server.ts";

/** Returns a port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = await startHttpServer(() => {});
  await server.close();
  return Number(new URL(server.url).port);
}
