export { type RunningServer, type ServerOptions, startServer } from "./server.ts";
export { SERVICE_VERSION } from "./project.ts";
