export { type RunningServer, type ServerOptions, startServer } from "./server.ts";
export { SERVICE_VERSION } from "./service-version.ts";
