/** Version of every `@svc/*` package: they are released together. Contract: "Versioning". */
export const SVC_SDK_VERSION = "6.0.0";

/** What the SDK calls itself towards the service (header `x-svc-sdk-name`). */
export const SVC_SDK_NAME = "javascript";

/** Instrumentation scope of every span this SDK makes. */
export const SVC_TRACER_NAME = "svc-sdk";

/** Environment stamped on the spans of an experiment. */
export const SVC_SDK_EXPERIMENT_ENVIRONMENT = "sdk-experiment";

/** Baggage key that carries which trace already has its application root. */
export const SVC_TRACE_ID_BAGGAGE_KEY = "svc_trace_id";

/** Where the embedded local service listens by default. */
export const DEFAULT_BASE_URL = "http://localhost:3000";

/** Path of the OTLP traces endpoint under the base URL. */
export const OTLP_TRACES_PATH = "/api/public/otel/v1/traces";

/** The key pair of the embedded local service. It opens nothing but a service on the same machine. */
export const LOCAL_KEYS = { publicKey: "pk-svc-local", secretKey: "sk-svc-local" } as const;

/** Written in place of a value that could not be serialised. */
export const SERIALIZATION_FAILED = "<failed to serialize>";
