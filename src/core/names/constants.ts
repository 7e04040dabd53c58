/** Version of every `@svc/*` package. All packages are released together. Contract: "Versioning". */
export const SVC_SDK_VERSION = "6.0.0";

/** Name of the SDK in requests to the service (header `x-svc-sdk-name`). */
export const SVC_SDK_NAME = "javascript";

/** Instrumentation scope of every span this SDK makes. */
export const SVC_TRACER_NAME = "svc-sdk";

/** Environment stamped on the spans of an experiment. */
export const SVC_SDK_EXPERIMENT_ENVIRONMENT = "sdk-experiment";

/** Baggage key of the id of the trace that already has its application root. */
export const SVC_TRACE_ID_BAGGAGE_KEY = "svc_trace_id";

/** Default address of the embedded local service. */
export const DEFAULT_BASE_URL = "http://localhost:3000";

/** Path of the OTLP traces endpoint under the base URL. */
export const OTLP_TRACES_PATH = "/api/public/otel/v1/traces";

/** Key pair that everyone knows. It opens only a service on the same machine, and only one that has no keys of its own. */
export const LOCAL_KEYS = { publicKey: "pk-svc-local", secretKey: "sk-svc-local" } as const;

/** Text written in place of a value that could not be serialised. */
export const SERIALIZATION_FAILED = "<failed to serialize>";
