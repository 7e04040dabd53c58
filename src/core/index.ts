export * from "./api/index.ts";
export * from "./base.ts";
