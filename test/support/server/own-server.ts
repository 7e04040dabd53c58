import { startServer, type RunningServer, type ServerOptions } from "@svc/server";
import { resourceOfAllTests } from "../test-resource.ts";

/** Runs a service in this process for the tests of this file, by default in memory. */
export const serverOfAllTests = (options?: ServerOptions): RunningServer =>
  resourceOfAllTests(
    () => startServer({ port: 0, memory: true, ...options }),
    (server) => server.close(),
  );
