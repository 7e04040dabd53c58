import { AwsInstrumentation, type AwsSdkInstrumentationConfig } from "@opentelemetry/instrumentation-aws-sdk";
import { logger } from "@svc/core/internal";

/** Call of an AWS service, as the instrumentation's hooks get it. */
interface AwsRequest {
  readonly serviceName: string;
  readonly commandName: string;
  readonly commandInput: Readonly<Record<string, unknown>>;
}

/** Hooks that run within the application's call. */
interface ServicesHooks {
  requestPreSpanHook(request: AwsRequest, ...rest: unknown[]): unknown;
  responseHook(response: unknown, ...rest: unknown[]): unknown;
}

/**
 * Instrumentation of the AWS SDK whose hooks never fail the application's call. The hooks parse the bodies of Bedrock's
 * `InvokeModel` as JSON text. For a body of bytes, or of another kind, they throw before the request is sent.
 */
export class GuardedAwsInstrumentation extends AwsInstrumentation {
  constructor(config?: AwsSdkInstrumentationConfig) {
    super(config);
    const hooks: unknown = Reflect.get(this, "servicesExtensions");
    if (!hasHooks(hooks)) throw new Error("The instrumentation of the AWS SDK has no hooks to guard.");
    guardRequests(hooks);
    guardResponses(hooks);
  }
}

function guardRequests(hooks: ServicesHooks): void {
  const read = hooks.requestPreSpanHook.bind(hooks);
  hooks.requestPreSpanHook = (request, ...rest) => {
    const { body, ...described } = request.commandInput;
    try {
      return read(
        body instanceof Uint8Array ? withInput(request, { ...described, body: decodeUtf8(body) }) : request,
        ...rest,
      );
    } catch (error) {
      logger.debug(
        `The body of ${request.serviceName}.${request.commandName} could not be read; it is not recorded.`,
        error,
      );
      return read(withInput(request, described), ...rest);
    }
  };
}

function guardResponses(hooks: ServicesHooks): void {
  const read = hooks.responseHook.bind(hooks);
  hooks.responseHook = (response, ...rest) => {
    try {
      return read(response, ...rest);
    } catch (error) {
      logger.debug("The answer of an AWS service could not be read; its usage is not recorded.", error);
      return undefined;
    }
  };
}

/** Returns a copy of the request with another input. The command keeps its own. */
function withInput(request: AwsRequest, commandInput: AwsRequest["commandInput"]): AwsRequest {
  return { ...request, commandInput };
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function hasHooks(value: unknown): value is ServicesHooks {
  return (
    value instanceof Object &&
    ["requestPreSpanHook", "responseHook"].every((name) => typeof Reflect.get(value, name) === "function")
  );
}
