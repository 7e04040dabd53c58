export { MastraInstrumentation } from "./provider.ts";
export { MASTRA_FILES } from "./patching/patched-files.ts";
export { SvcMastraExporter } from "./svc-mastra-exporter.ts";
