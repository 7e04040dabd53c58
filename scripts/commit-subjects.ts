// `npm run commits -- main..`: checks the subjects of commits, as CI does with those of a pull request.
import { execFileSync } from "node:child_process";

const LONGEST_SUBJECT = 72;

/** Returns a message if a subject is not of the form that CONTRIBUTING.md asks for. */
export function faultOfSubject(subject: string): string | undefined {
  if (subject.length > LONGEST_SUBJECT)
    return `has ${subject.length} characters, more than ${LONGEST_SUBJECT}: ${subject}`;
  if (!/^[\w@/.-]+(?:, [\w@/.-]+)*: \S/.test(subject)) return `does not begin with "area: ": ${subject}`;
  return undefined;
}

if (import.meta.main) {
  const [range] = process.argv.slice(2);
  if (range === undefined) throw new Error("Name the commits: npm run commits -- main..");
  const subjects = execFileSync("git", ["log", "--no-merges", "--format=%s", range], { encoding: "utf8" });
  for (const subject of subjects.split("\n").filter(Boolean)) {
    const fault = faultOfSubject(subject);
    if (fault === undefined) continue;
    console.error(`The subject ${fault}`);
    process.exitCode = 1;
  }
}
