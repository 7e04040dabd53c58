// Ways to ask a model once, by the package. `load` imports a package of the installation, `url` and `sockets` are the addresses of the
// stand-in, and `observe` returns the client that it is passed. Each way takes the model, the question, and true for a stream, which it reads
// to its end.
import { AI_SDK_CALLS } from "./calls/ai-sdk.mjs";
import { FRAMEWORK_CALLS } from "./calls/frameworks.mjs";
import { OPENAI_CALLS } from "./calls/openai.mjs";
import { PROVIDER_CALLS } from "./calls/providers.mjs";

export const PACKAGE_CALLS = { ...OPENAI_CALLS, ...PROVIDER_CALLS, ...AI_SDK_CALLS, ...FRAMEWORK_CALLS };
