export const placeholder: string = "x";
