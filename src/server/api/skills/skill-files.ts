import { createHash, randomUUID } from "node:crypto";
import { invalidParameter } from "../../http/http-errors.ts";
import type { Records, Statement } from "../../storage/records.ts";
import { type SkillFile, skillContents } from "../../resources/skills.ts";
import { UNSHOWN, isPrintable, isShownText } from "../../resources/shown-text.ts";
import { type Frontmatter, FrontmatterError, readFrontmatter } from "./skill-frontmatter.ts";

/** File with the name and the purpose of a skill. */
const MAIN_FILE = "SKILL.md";

/** File in a request: with its content, or with the hash of a content that the project has. */
interface GivenFile {
  path: string;
  content?: unknown;
  sha256Hash?: string;
}

/** Returns the files of a version, and the statements that store new contents. Throws a 400 for a file that cannot be used. */
export async function readSkillFiles(
  records: Records,
  projectId: string,
  given: readonly GivenFile[],
): Promise<{ files: SkillFile[]; statements: Statement[] }> {
  const statements = new Map<string, Statement>();
  const paths = new Set<string>();
  const files: SkillFile[] = [];
  for (const file of given) {
    const { path } = file;
    if (!isFilePath(path)) throw invalidParameter("files", `${path} is no path within the folder`);
    if (paths.has(path)) throw invalidParameter("files", `${path} is given twice`);
    paths.add(path);
    const content = await contentOf(records, projectId, file);
    if (content === undefined) throw invalidParameter("files", `${path}: the project has no file with this hash`);
    const sha256Hash = createHash("sha256").update(content).digest("base64");
    const stored = skillContents.insertion(projectId, { content }, { id: sha256Hash, isShared: true });
    statements.set(sha256Hash, stored.statement);
    const contentLength = Buffer.byteLength(content);
    const contentType = contentTypeOf(path);
    files.push({ id: randomUUID(), path, blobId: sha256Hash, sha256Hash, contentType, contentLength });
  }
  return { files, statements: [...statements.values()] };
}

/** Reads the front matter of the `SKILL.md` among the files. Rejects with a 400 when the file is missing or incomplete. */
export async function readSkillMain(
  records: Records,
  projectId: string,
  given: readonly GivenFile[],
): Promise<Frontmatter> {
  const main = given.find(({ path }) => path === MAIN_FILE);
  if (main === undefined) throw invalidParameter("files", `there is no ${MAIN_FILE}`);
  const frontmatter = await readFrontmatter((await contentOf(records, projectId, main)) ?? "").catch(refuseMain);
  const { name = "", description = "" } = frontmatter;
  if (!/^[\w.-]{1,100}$/.test(name) || /^\.+$/.test(name)) {
    throw invalidParameter("files", `the name in ${MAIN_FILE} has 1 to 100 letters, digits, -, _ and .`);
  }
  if (description === "") throw invalidParameter("files", `${MAIN_FILE} has no description`);
  for (const [key, text] of Object.entries(frontmatter)) {
    if (!isPrintable(key)) throw invalidParameter("files", `${MAIN_FILE}, a key: ${UNSHOWN.name}`);
    if (!isShownText(text)) throw invalidParameter("files", `${MAIN_FILE}, ${key}: ${UNSHOWN.text}`);
  }
  return frontmatter;
}

function refuseMain(error: unknown): never {
  if (!(error instanceof FrontmatterError)) throw error;
  throw invalidParameter("files", `${MAIN_FILE}, line ${error.line}: ${error.message}`);
}

/** Returns the content of a file. A content that is not text does not count: the API document accepts one beside a hash. */
async function contentOf(
  records: Records,
  projectId: string,
  { content, sha256Hash = "" }: GivenFile,
): Promise<string | undefined> {
  if (typeof content === "string") return content;
  return (await skillContents.find(records, projectId, sha256Hash))?.content.content;
}

function isFilePath(path: string): boolean {
  return (
    !path.includes("\\") && !path.includes("\0") && path.split("/").every((part) => !["", ".", ".."].includes(part))
  );
}

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ["md", "text/markdown"],
  ["json", "application/json"],
  ["py", "text/x-python"],
  ["js", "application/javascript"],
  ["ts", "text/x-typescript"],
  ["yaml", "application/x-yaml"],
  ["yml", "application/x-yaml"],
  ["html", "text/html"],
  ["csv", "text/csv"],
]);

function contentTypeOf(path: string): string {
  return CONTENT_TYPES.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase()) ?? "text/plain";
}
