export { type Fault, parseFault } from "./fault.ts";
export type { KeyPair } from "./key-pair.ts";
export { type RunningServer, type ServerOptions, startServer } from "./server.ts";
export { SERVICE_VERSION } from "./service-version.ts";
