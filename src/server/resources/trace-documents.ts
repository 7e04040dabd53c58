import type { MediaKey } from "../storage/media/media-storage.ts";
import type { Records } from "../storage/records.ts";
import { listSql, sql } from "../storage/sql.ts";
import { deleteMediaOfTraces, removeUnusedMedia } from "./media.ts";

/** Documents of traces in a database that does not have the observations. They are removed in a write of their own. */
export class TraceDocuments {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /**
   * Removes the comments on traces and on their observations, and their media unless something else uses them. Returns these
   * media. Can be repeated.
   */
  async remove(projectId: string, traceIds: readonly string[], observationIds: readonly string[]): Promise<MediaKey[]> {
    const [media] = await this.#records.write([
      ...deleteMediaOfTraces(projectId, traceIds),
      sql`DELETE FROM comments WHERE projectId = ${projectId} AND (
        (objectType = 'TRACE' AND objectId IN ${listSql(traceIds)})
        OR (objectType = 'OBSERVATION' AND objectId IN ${listSql(observationIds)}))`,
    ]);
    return (media?.rows ?? []).map(({ id }) => ({ projectId, id: String(id) }));
  }

  /** Removes the media of traces, unless something else uses them. Returns these media. Can be repeated. */
  async removeMedia(traces: ReadonlyArray<{ projectId: string; traceId: string }>): Promise<MediaKey[]> {
    const removed: MediaKey[] = [];
    for (const [projectId, ofProject] of Map.groupBy(traces, ({ projectId }) => projectId)) {
      const traceIds = ofProject.map(({ traceId }) => traceId);
      const [media] = await this.#records.write(deleteMediaOfTraces(projectId, traceIds));
      removed.push(...(media?.rows ?? []).map(({ id }) => ({ projectId, id: String(id) })));
    }
    return removed;
  }

  /** Removes the media that no trace names and no text holds any more. Returns these media. Can be repeated. */
  async removeUnused(): Promise<MediaKey[]> {
    return removeUnusedMedia(this.#records);
  }
}
