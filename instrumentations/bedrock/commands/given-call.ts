import { isFields, textOf } from "@svc/core/internal";
import { ownData } from "@svc/instrumentation";

/** Call as the application gave it: the model, and the input of the command. */
export interface GivenCall {
  readonly model: string | undefined;
  readonly input: unknown;
}

/** Path of a model in the name of a resource, such as that of an inference profile. */
const ARN = /^arn:[^:]*:bedrock:[^:]*:[^:]*:(?:foundation-model|inference-profile)\/(.+)$/;

/** Returns true when the id tells the model. Resources of an application, such as its inference profiles, have ids of their own. */
export function namesModel(id: string | undefined): boolean {
  return id !== undefined && (!id.startsWith("arn:") || ARN.test(id));
}

/** Returns the call of a command. The input is read when the application has its answer. */
export function givenCall(command: unknown): GivenCall {
  const input = ownData(command, "input");
  return { model: modelOf(textOf(ownData(input, "modelId"))), input };
}

/** Returns true when the value is a call that {@link givenCall} made. */
export function isGivenCall(value: unknown): value is GivenCall {
  return isFields(value) && "input" in value;
}

/**
 * Returns the name of a model. The name of a model's resource, and of an inference profile that the provider made, ends in it.
 * Profiles, routers and prompts of an application do not name their model: their own name stays.
 */
function modelOf(id: string | undefined): string | undefined {
  return id === undefined ? undefined : (ARN.exec(id)?.[1] ?? id);
}
