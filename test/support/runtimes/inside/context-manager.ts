// Stands in for test/support/otlp/context-manager.ts: outside of Node the packages have a context manager of their own.
export { ensureContextManager as registerContextManager } from "@svc/core/internal";
