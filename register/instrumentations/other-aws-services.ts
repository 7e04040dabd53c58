import { AwsInstrumentation, type AwsSdkInstrumentationConfig } from "@opentelemetry/instrumentation-aws-sdk";

/** Class of the clients whose calls `@svc/bedrock` records. */
const BEDROCK_CLIENT = "BedrockRuntimeClient";

/** Method that makes the replacement for the method by which a client puts its chain of middleware together. */
const RESOLVE_PATCH = "_getV3MiddlewareStackResolvePatch";

type Resolve = (this: unknown, handler: unknown, context: { readonly clientName?: string }) => unknown;
type ResolvePatch = (version: string | undefined, original: Resolve) => Resolve;

/**
 * Instrumentation of the AWS SDK for all services except Bedrock's models, which `@svc/bedrock` records. This instrumentation would
 * record such a call a second time, and parse its body as JSON text before the request is sent: for another body it throws.
 */
export class OtherAwsServicesInstrumentation extends AwsInstrumentation {
  constructor(config?: AwsSdkInstrumentationConfig) {
    super(config);
    const resolvePatch: unknown = Reflect.get(this, RESOLVE_PATCH);
    if (typeof resolvePatch !== "function") {
      throw new Error("The instrumentation of the AWS SDK has no method to leave Bedrock out.");
    }
    Reflect.set(this, RESOLVE_PATCH, withoutBedrock(resolvePatch.bind(this) as ResolvePatch));
  }
}

function withoutBedrock(resolvePatch: ResolvePatch): ResolvePatch {
  return (version, original) => {
    const patched = resolvePatch(version, original);
    return function resolve(handler, context) {
      return Reflect.apply(context?.clientName === BEDROCK_CLIENT ? original : patched, this, [handler, context]);
    };
  };
}
