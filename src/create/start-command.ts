/** Package of the preload. */
export const PRELOAD = "@svc/register";

/** Option that loads the preload, by the program that runs the application. */
const OPTIONS: Readonly<Record<string, string>> = { node: "--import", tsx: "--import", bun: "--preload" };

/**
 * Program that runs an application, at the start of a part of a shell command: after variables and `cross-env`, before its options
 * and the file.
 */
const PROGRAM =
  /(^|&&|\|\||;|\|)(\s*(?:cross-env(?:-shell)?\s+)?(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"'&|;]*)\s+)*(node|tsx|bun))(?=\s)([^&|;]*)/g;

/** Options and words with which these programs run something else than an application. */
const NO_APPLICATION =
  /^\s+(?:-[cehipv]\b|--(?:eval|print|check|test|run|help|version)\b|(?:run|install|build|test|x)\b)/;

export interface StartCommand {
  /** The command as it is to be; the same text when it has the preload already. */
  readonly command: string;
  readonly hasPreload: boolean;
}

/**
 * Puts the preload into the last part of a shell command that runs an application. A command without a part that is understood
 * stays, and has no preload.
 *
 * @param command - Command of a script, or of a Dockerfile in its shell form.
 * @param environmentFile - File with variables that Node is to read first, if it exists.
 */
export function withPreload(command: string, environmentFile?: string): StartCommand {
  if (command.includes(PRELOAD)) return { command, hasPreload: true };
  const nest = /\bnest\s+start\b/.exec(command);
  if (nest !== null) return withNestPreload(command, nest.index + nest[0].length, environmentFile);
  const [found] = [...command.matchAll(PROGRAM)].filter(([, , , , rest = ""]) => isApplication(rest)).slice(-1);
  if (found === undefined) return { command, hasPreload: false };
  const [, separator = "", start = "", program = "", rest = ""] = found;
  // Programs that watch are told so before all options.
  const watch = program === "tsx" ? (/^\s+watch\b/.exec(rest)?.[0] ?? "") : "";
  const at = found.index + separator.length + start.length + watch.length;
  return {
    command: `${command.slice(0, at)} ${optionsOf(program, rest, environmentFile)}${command.slice(at)}`,
    hasPreload: true,
  };
}

/** Returns true for the arguments of a program that runs a file. */
function isApplication(rest: string): boolean {
  return !NO_APPLICATION.test(rest) && /\s[^\s-]\S*/.test(rest);
}

/** The command line of NestJS starts the built application by another program than `node` on request. */
function withNestPreload(command: string, at: number, environmentFile: string | undefined): StartCommand {
  const rest = command.slice(at);
  if (/(?:^|\s)(?:--exec|-e)\b/.test(rest)) return { command, hasPreload: false };
  const exec = ` --exec "node ${optionsOf("node", rest, environmentFile)}"`;
  return { command: `${command.slice(0, at)}${exec}${rest}`, hasPreload: true };
}

function optionsOf(program: string, rest: string, environmentFile: string | undefined): string {
  const preload = `${OPTIONS[program]} ${PRELOAD}`;
  const readsFile = program === "bun" || rest.includes("--env-file");
  return environmentFile === undefined || readsFile ? preload : `--env-file-if-exists=${environmentFile} ${preload}`;
}
