/** Key in `globalThis` of the object that all copies of `@opentelemetry/api` 1.x in a process share. */
export const API_SLOT: unique symbol = /* @__PURE__ */ Symbol.for("opentelemetry.js.api.1") as never;

/** Key in `globalThis` of the state that all copies of this package in a process share. */
export const GLOBAL_STATE: unique symbol = /* @__PURE__ */ Symbol.for("svc") as never;

/** Key that the preload sets on `globalThis` when it starts. */
export const PRELOAD_STARTED: unique symbol = /* @__PURE__ */ Symbol.for("svc.register.started") as never;
