import { DOCUMENT_KINDS } from "./document-tables.ts";
import type { DocumentRow } from "./document-archive.ts";
import { type MovedContent, readParts } from "./media-contents.ts";
import { FORMAT, type MoveKind, START } from "./move-format.ts";
import { MoveTally } from "./move-tally.ts";
import { MovedProjects } from "./moved-projects.ts";
import type { StorageArchive } from "./storage-archive.ts";

export interface MoveOutput {
  /** Writes a line. Resolves when more can be written. */
  write(line: string): Promise<void>;
  /** Takes a note for the user. */
  note(line: string): void;
  service: string;
}

/** Writes everything that is stored, as a file that `readMove` reads. Returns the counts. */
export async function writeMove(
  { observations, documents, contents }: StorageArchive,
  output: MoveOutput,
): Promise<MoveTally> {
  const tally = new MoveTally();
  const projects = new MovedProjects();
  const put = async (kind: MoveKind, value: object): Promise<void> => {
    if (!projects.takes(kind, value as Record<string, unknown>)) return;
    const line = JSON.stringify([kind, value]);
    tally.add(kind, line);
    await output.write(line);
  };
  const putContent = async (content: MovedContent): Promise<void> => {
    const found = await contents.read({ projectId: content.projectId, id: content.id });
    if (found === undefined) {
      output.note(
        `the content of the media ${content.id} of project ${content.projectId} is missing, and is not written`,
      );
      return;
    }
    await put("contents", content);
    for await (const part of readParts(found, content)) {
      const line = JSON.stringify(["part", part.toString("base64")]);
      tally.add("contents", line, false);
      await output.write(line);
    }
  };
  await output.write(JSON.stringify([START, { format: FORMAT, service: output.service }]));
  for (const kind of DOCUMENT_KINDS) {
    for await (const rows of documents.rows(kind)) for (const row of rows) await put(kind, row);
  }
  for await (const rows of documents.rows("media")) {
    for (const row of rows) {
      if (row["contentStoredAt"] !== null && projects.takes("contents", row)) await putContent(contentOf(row));
    }
  }
  for await (const scores of observations.scores()) for (const score of scores) await put("scores", score);
  for await (const part of observations.observations()) {
    for (const observation of part) await put("observations", observation);
  }
  await output.write(JSON.stringify(["end", tally.totals()]));
  const leftOut = projects.note();
  if (leftOut !== undefined) output.note(leftOut);
  return tally;
}

function contentOf({ projectId, id, contentType, contentLength, sha256Hash }: DocumentRow): MovedContent {
  return { projectId, id, contentType, contentLength, sha256Hash } as unknown as MovedContent;
}
