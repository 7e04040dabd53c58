import { textOf } from "@svc/core/internal";
import { dataAt, ownData, type Operation } from "@svc/instrumentation";
import { converse, converseStream } from "./converse.ts";
import { invokeModel, invokeModelStream } from "./invoke-model.ts";

/** Recorded commands by the names of their classes, with the operation for a model. To record another command, add a row. */
const COMMANDS: ReadonlyMap<unknown, (model: string | undefined) => Operation> = new Map([
  ["ConverseCommand", () => converse],
  ["ConverseStreamCommand", () => converseStream],
  ["InvokeModelCommand", invokeModel],
  ["InvokeModelWithResponseStreamCommand", invokeModelStream],
]);

/** Returns the operation that a command stands for; undefined for a command that is not recorded. */
export function operationOf(command: unknown): Operation | undefined {
  const operation = COMMANDS.get(ownData(dataAt(command, "constructor"), "name"));
  return operation?.(textOf(ownData(ownData(command, "input"), "modelId")));
}
