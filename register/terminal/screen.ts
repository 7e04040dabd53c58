import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Columns of output that goes to no terminal. */
const STANDARD_COLUMNS = 120;

/** Terminal that the output goes to, or a file in its place. */
export interface Screen {
  readonly columns: number;
  /** Returns a text in a style; unchanged where nobody would see colours. */
  readonly paint: (style: Style, text: string) => string;
  readonly print: (line: string) => void;
}

/** Returns the screen of this process. A reader that has seen enough, such as `head`, ends the process without an error. */
export function screenOf({ stdout, env }: Pick<NodeJS.Process, "stdout" | "env"> = process): Screen {
  const isColoured = stdout.isTTY && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  stdout.once("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));
  return {
    columns: stdout.columns ?? STANDARD_COLUMNS,
    paint: (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text),
    print: (line) => void stdout.write(`${line}\n`),
  };
}
