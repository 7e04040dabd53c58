/** Package of Strands Agents. */
export const STRANDS = "@strands-agents/sdk";

/** Patched files of the package: the class that makes its spans, and the base class of its models. */
export const STRANDS_FILES = ["dist/src/telemetry/tracer.js", "dist/src/models/model.js"] as const;
