import { DocumentArchive } from "../transfer/document-archive.ts";
import type { StorageArchive } from "../transfer/storage-archive.ts";
import { ClickHouseArchive } from "../engines/clickhouse/clickhouse-archive.ts";
import type { ObservationArchive } from "../storage/observation-archive.ts";
import { SqliteArchive } from "../engines/sqlite/sqlite-archive.ts";
import type { ClickHouseDatabase } from "../engines/clickhouse/database/clickhouse-database.ts";
import { storeUrlIn } from "../engines/clickhouse/database/clickhouse-address.ts";
import { openClickHouse } from "../engines/clickhouse/database/open-clickhouse.ts";
import { defaultDataDirectory } from "../storage/data-directory.ts";
import type { MediaStorage } from "../storage/media/media-storage.ts";
import { mediaUrlIn } from "../storage/media/media-url.ts";
import { openMediaStorage } from "../storage/media/open-media-storage.ts";
import type { Records } from "../storage/records.ts";
import { withDatabase, withDocuments } from "./command.ts";

/** Opens the ClickHouse database of the environment for some work. `storeUrl`: its address. */
export async function withClickHouse<T>(
  storeUrl: string,
  work: (database: ClickHouseDatabase) => Promise<T>,
): Promise<T> {
  const database = await openClickHouse(storeUrl);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Opens the storage of media for some work: that of the environment, else the folder in a data directory. */
export async function withContents<T>(
  directory: string | undefined,
  work: (contents: MediaStorage) => Promise<T>,
): Promise<T> {
  const dataDirectory = directory ?? defaultDataDirectory();
  const contents = await openMediaStorage({ mediaUrl: mediaUrlIn(process.env), dataDirectory });
  try {
    return await work(contents);
  } finally {
    contents.close();
  }
}

/** Opens observations and scores for some work, in the engine of the environment, with the documents. */
export async function withObservations<T>(
  directory: string | undefined,
  work: (observations: ObservationArchive, records: Records) => Promise<T>,
): Promise<T> {
  const storeUrl = storeUrlIn(process.env);
  return withDocuments(directory, async (records) => {
    if (storeUrl === undefined) {
      return withDatabase(directory, async (database) => work(new SqliteArchive(database), records));
    }
    return withClickHouse(storeUrl, async (database) => work(new ClickHouseArchive(database, records), records));
  });
}

/** Opens everything that the service stores for some work, in the engines of the environment. */
export async function withArchive<T>(
  directory: string | undefined,
  work: (archive: StorageArchive) => Promise<T>,
): Promise<T> {
  return withObservations(directory, async (observations, records) =>
    withContents(directory, async (contents) =>
      work({ observations, documents: new DocumentArchive(records), contents }),
    ),
  );
}
