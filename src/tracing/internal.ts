// Functions with which the instrumentations of this repository write observations on spans of their own, without the checks for
// misspelt names that code by hand needs.
export { endSpan } from "./attributes/attribute-shapes.ts";
export { writeMetadata, writeObservationAttributes } from "./attributes/observation-attributes.ts";
export { startSvcSpan } from "./started-span.ts";
