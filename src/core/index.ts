export * from "./constants.ts";
export * from "./metadata-decoding.ts";
export * from "./span-attributes.ts";
