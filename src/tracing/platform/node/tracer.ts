// Spans that cost less than those of the SDK's tracer, and are the same to everyone who reads them.
export { leanTracer } from "../../lean-span/lean-tracer.ts";
