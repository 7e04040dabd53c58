// The service within another program: it is an ES module alone.
import { startServer, type RunningServer } from "@svc/server";

export async function service(): Promise<void> {
  const running: RunningServer = await startServer({ port: 0 });
  await running.close();
}
