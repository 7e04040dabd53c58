import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed } from "../application/installation.ts";
import { type ClickHouseServer, startClickHouse } from "./clickhouse-server.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "./postgres-server.ts";
import { type S3Server, s3Program, startS3Server } from "./s3-server.ts";

/** ClickHouse, PostgreSQL and a bucket, empty, for services that share them. */
export interface Cluster {
  clickHouse: ClickHouseServer;
  postgres: PostgresServer;
  bucket: S3Server;
  /** Variables with the addresses of all three. */
  env: Readonly<Record<string, string>>;
  /** Folder in which the optional packages of all three are installed: commands are started there. */
  cwd: string;
  close(): Promise<void>;
}

/** Starts the three servers, or resolves to the reason why one of them cannot be had here. */
export async function startCluster(): Promise<Cluster | { missing: string }> {
  const [database, storage] = await Promise.all([postgresPrograms(), s3Program()]);
  if ("missing" in database) return database;
  if ("missing" in storage) return storage;
  const [withClickHouse, withS3] = await Promise.all([installed("clickhouse"), installed("s3")]);
  const cwd = await mkdtemp(join(tmpdir(), "svc-cluster-"));
  const modules = join(cwd, "node_modules");
  await mkdir(modules);
  for (const name of ["@clickhouse", "pg"])
    await symlink(join(withClickHouse, "node_modules", name), join(modules, name));
  await symlink(join(withS3, "node_modules", "@aws-sdk"), join(modules, "@aws-sdk"));
  const [clickHouse, postgres, bucket] = await Promise.all([
    startClickHouse(withClickHouse),
    startPostgres(database.programs),
    startS3Server(storage.program),
  ]);
  return {
    clickHouse,
    postgres,
    bucket,
    env: { SVC_STORE_URL: clickHouse.url, SVC_DOCUMENTS_URL: postgres.url, ...bucket.env },
    cwd,
    async close() {
      await Promise.all([clickHouse.close(), postgres.close(), bucket.close()]);
      await rm(cwd, { recursive: true });
    },
  };
}
