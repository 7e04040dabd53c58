import { isFields, type Fields } from "@svc/core/internal";
import { ownData, types, type Method } from "@svc/instrumentation";

/** Calls the function of a tool with its arguments inside an observation. */
export type CallTool = (name: string, input: unknown, call: () => unknown) => unknown;

/** Functions of a tool that the package calls to execute it. */
const FUNCTIONS = ["execute", "onToolCalled"] as const;

/** Returns copies of the tools whose functions are called inside observations. The application's tools are not changed. */
export function recordedTools(tools: unknown, callTool: CallTool): unknown {
  return Array.isArray(tools) && !types.isProxy(tools) ? tools.map((tool) => recordedTool(tool, callTool)) : tools;
}

function recordedTool(tool: unknown, callTool: CallTool): unknown {
  const own = ownData(tool, "function");
  if (!isFields(tool) || !isFields(own) || types.isProxy(own)) return tool;
  const name = String(ownData(own, "name"));
  const copy = copyOf(own);
  for (const field of FUNCTIONS) {
    const execute = ownData(own, field);
    if (typeof execute === "function") Reflect.set(copy, field, recorded(execute as Method));
  }
  return Object.defineProperty(copyOf(tool), "function", {
    ...Object.getOwnPropertyDescriptor(tool, "function"),
    value: copy,
  });

  function recorded(execute: Method): Method {
    const called = function (this: unknown, ...args: unknown[]): unknown {
      const self = this === copy ? own : this;
      return callTool(name, args[0], () => Reflect.apply(execute, self, args));
    };
    return Object.defineProperties(called, {
      name: { value: execute.name, configurable: true },
      length: { value: execute.length, configurable: true },
    });
  }
}

function copyOf(object: Fields): object {
  return Object.create(Reflect.getPrototypeOf(object), Object.getOwnPropertyDescriptors(object)) as object;
}
