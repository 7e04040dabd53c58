import type { Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { RESOURCE_URI } from "./attribute-names.ts";

/** Method of the protocol whose requests are recorded, and how its parameters are read. */
export interface RecordedMethod {
  readonly name: string;
  /** Kind of observation at the side where the request begins. */
  readonly type: "tool" | "span";
  /** Value of `gen_ai.operation.name`. */
  readonly operation?: string;
  /** True when the parameter `name` is part of the observation's name. */
  readonly isNamed?: true;
  /** Attribute of the parameter `name`. That of a prompt would begin as the former attributes of content do, and is left out. */
  readonly nameAttribute?: string;
  /** Attribute of the parameter `uri`, which is content. */
  readonly uriAttribute?: string;
  /** True for a request that a server sends to its client because of a request of the client's. */
  readonly asksBack?: true;
  readonly input: (params: Fields) => unknown;
}

const givenArguments = (params: Fields): unknown => params.arguments ?? {};

function withoutMeta({ _meta, ...params }: Fields): unknown {
  return params;
}

/** Recorded methods. All others, such as `tools/list` and `ping`, administer the connection. */
const METHODS: readonly RecordedMethod[] = [
  {
    name: "tools/call",
    type: "tool",
    operation: "execute_tool",
    isNamed: true,
    nameAttribute: GenAi.TOOL_NAME,
    input: givenArguments,
  },
  { name: "prompts/get", type: "span", isNamed: true, input: givenArguments },
  { name: "resources/read", type: "span", uriAttribute: RESOURCE_URI, input: ({ uri }) => ({ uri }) },
  { name: "sampling/createMessage", type: "span", asksBack: true, input: withoutMeta },
  { name: "elicitation/create", type: "span", asksBack: true, input: withoutMeta },
];

export const RECORDED_METHODS: ReadonlyMap<string, RecordedMethod> = /* @__PURE__ */ new Map(
  METHODS.map((method) => [method.name, method]),
);
