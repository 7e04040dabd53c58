export { type Fault, parseFault } from "./api/fault-injection.ts";
export type { KeyPair } from "./resources/api-keys.ts";
export { type RunningServer, type ServerOptions, startServer } from "./server.ts";
export { SERVICE_VERSION } from "./api/service-version.ts";
