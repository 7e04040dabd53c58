import { placeholder } from "@svc/core";
export const q: string = placeholder;
