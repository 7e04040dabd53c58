import { context } from "@opentelemetry/api";
import { isFields, logger, type Fields } from "@svc/core/internal";
import { observedClients, type Method, type Patch, type Patches, type ReplacementOf } from "@svc/instrumentation";
import { CALLING, callChecked } from "../checked-call.ts";
import { recordHandlers, withRecordedFallback } from "../handled-request.ts";
import { ANSWERING, contextOfSent, sendRecorded, type RequestPlace } from "../sent-request.ts";

/** Method through which every request is sent. */
export interface SendingMethod extends RequestPlace {
  readonly name: string;
}

/** Sending methods; the first that a class has counts. In version 2 some requests pass the second one by. */
const SENDING: readonly SendingMethod[] = [
  { name: "_requestWithSchemaViaCodec", at: 1 },
  { name: "request", at: 0 },
];

export const REGISTERING = "setRequestHandler";

/** Method that is called for each request that arrives. */
export const RECEIVING = "_onrequest";

export function sendingMethodOf(prototype: Fields): SendingMethod | undefined {
  return SENDING.find(({ name }) => typeof prototype[name] === "function");
}

/** Returns true while the patch is used, or for good for an observed client or server. */
function isOn(patch: Patch, self: unknown): boolean {
  return patch.users > 0 || (patch.isPermanent && isFields(self) && observedClients.has(self));
}

export function sending(place: RequestPlace): ReplacementOf {
  return (original, patch) =>
    function request(this: unknown, ...args: unknown[]): unknown {
      return isOn(patch, this) ? sendRecorded(original, this, args, place) : Reflect.apply(original, this, args);
    };
}

/** Replacement of the method that registers a handler. */
export const registering: ReplacementOf = (original, patch) =>
  function setRequestHandler(this: unknown, ...args: unknown[]): unknown {
    const result = Reflect.apply(original, this, args);
    if (isOn(patch, this)) recordHandlersOf(this, () => isOn(patch, this));
    return result;
  };

/** Replacement of the method that finds the handler of a request that has arrived. */
export const receiving: ReplacementOf = (original, patch) =>
  function onRequest(this: unknown, ...args: unknown[]): unknown {
    const handle = (): unknown => Reflect.apply(original, this, args);
    return isOn(patch, this) ? withRecordedFallback(this, args[0], handle) : handle();
  };

/** Replacement of the method of a client that calls a tool. */
export const calling: ReplacementOf = (original, patch) =>
  function callTool(this: unknown, ...args: unknown[]): unknown {
    return isOn(patch, this) ? callChecked(original, this, args) : Reflect.apply(original, this, args);
  };

/** Makes the handlers of a client or a server record their requests. Says once where they cannot be found. */
export function recordHandlersOf(self: unknown, isOn: () => boolean): void {
  try {
    if (recordHandlers(self, isOn)) return;
    logger.warnOnce(
      "The requests that a server or a client of MCP handles are not recorded: its handlers were not found.",
    );
  } catch (error) {
    logger.errorOnce("The requests that a server or a client of MCP handles are not recorded. The error:", error);
  }
}

/** Replacement of the method that answers what a result asks for: it runs inside the request with that result. */
const answering: ReplacementOf = (original) =>
  function answerInside(this: unknown, ...args: unknown[]): unknown {
    const flow = args[1];
    const inside = isFields(flow) ? contextOfSent(flow.request) : undefined;
    const answer = (): unknown => Reflect.apply(original, this, args);
    return inside === undefined ? answer() : context.with(inside, answer);
  };

/** Patches the class of a loaded file through which clients and servers speak. Returns the names that are missing. */
export function patchProtocol(exports: unknown, patches: Patches): string[] {
  const prototype = prototypeIn(exports, "Protocol");
  if (prototype === undefined) return ["class Protocol"];
  const method = sendingMethodOf(prototype);
  const missing: string[] = [];
  if (method === undefined || !patches.add(prototype, method.name, sending(method))) missing.push("Protocol.request");
  if (!patches.add(prototype, REGISTERING, registering)) missing.push(`Protocol.${REGISTERING}`);
  if (!patches.add(prototype, RECEIVING, receiving)) missing.push(`Protocol.${RECEIVING}`);
  return missing;
}

/** Patches the class of clients in a loaded file. Returns the names that are missing. */
export function patchClient(exports: unknown, patches: Patches): string[] {
  const client = prototypeIn(exports, "Client");
  if (client === undefined) return ["class Client"];
  patches.add(client, ANSWERING, answering);
  return patches.add(client, CALLING, calling) ? [] : [`Client.${CALLING}`];
}

function prototypeIn(exports: unknown, name: string): Fields | undefined {
  const found = isFields(exports) ? exports[name] : undefined;
  const prototype: unknown = typeof found === "function" ? (found as Method).prototype : undefined;
  return isFields(prototype) ? prototype : undefined;
}
