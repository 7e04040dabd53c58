import { isFields, logger, type Fields } from "@svc/core/internal";
import { followPromise, type Patches, topOwnerOf, types, type Method } from "@svc/instrumentation";
import { sending, type SendingMethod } from "./protocol-class.ts";

/** Package of the AI SDK's client. */
export const AI_SDK_MCP_PACKAGE = "@ai-sdk/mcp";

/** Method of its clients through which every request is sent. */
export const AI_SDK_SENDING: SendingMethod = { name: "request", at: 0, field: "request" };

/** Names of the function that makes a client. */
const MAKERS = ["createMCPClient", "experimental_createMCPClient"] as const;

/** Returns true for a client of the AI SDK. */
export function isAiSdkClient(client: Fields): boolean {
  return ["request", "callTool", "tools"].every((name) => typeof client[name] === "function");
}

/**
 * Returns the exports of the package with functions that record the requests of the clients they make. The class of the clients
 * is not exported: it is patched when its first client has been made. ES modules are changed in place.
 */
export function withRecordedClients(
  exports: unknown,
  patches: Patches,
  isEnabled: () => boolean,
  version = "",
  tested = "",
): unknown {
  const maker = isFields(exports)
    ? MAKERS.map((name) => exports[name]).find((found) => typeof found === "function")
    : undefined;
  if (!isFields(exports) || maker === undefined) {
    logger.warnOnce(
      `${AI_SDK_MCP_PACKAGE} ${version} has no ${MAKERS[0]} where it is expected: its requests are not recorded. ` +
        `Tested are versions ${tested}.`,
    );
    return exports;
  }
  const recording = recordingMaker(maker as Method, patches, isEnabled);
  const isNamespace = Object.prototype.toString.call(exports) === "[object Module]";
  const target: Record<string, unknown> = isNamespace ? exports : { ...exports };
  for (const name of MAKERS) if (typeof exports[name] === "function") target[name] = recording;
  return target;
}

function recordingMaker(maker: Method, patches: Patches, isEnabled: () => boolean): Method {
  const recording = function (this: unknown, ...args: unknown[]): unknown {
    const made = Reflect.apply(maker, this, args);
    if (!isEnabled() || !types.isPromise(made)) return made;
    return followPromise(
      made,
      (client) => recordClass(client, patches),
      () => undefined,
    );
  };
  return Object.defineProperties(recording, { name: { value: maker.name }, length: { value: maker.length } });
}

function recordClass(client: unknown, patches: Patches): void {
  try {
    const owner = isFields(client) ? topOwnerOf(client, AI_SDK_SENDING.name) : undefined;
    if (owner !== undefined && patches.add(owner, AI_SDK_SENDING.name, sending(AI_SDK_SENDING))) return;
    logger.warnOnce(`Clients of ${AI_SDK_MCP_PACKAGE} have no request method: their requests are not recorded`);
  } catch (error) {
    logger.errorOnce(`Clients of ${AI_SDK_MCP_PACKAGE} could not be patched: their requests are not recorded.`, error);
  }
}
