import { isFields, textOf } from "@svc/core";
import { basename } from "node:path";

/** What can be said of a file in a request without reading it. */
interface UploadedFile {
  readonly name?: string;
  readonly type?: string;
  /** Bytes. */
  readonly size?: number;
}

/**
 * Describes the files of a request: `File`, `Blob`, a file's stream, bytes or an HTTP response, alone or in an array.
 * They are sent by the application and can be read only once: their content is not touched.
 */
export function describeFiles(value: unknown): UploadedFile | UploadedFile[] | undefined {
  if (Array.isArray(value)) return value.map((item) => describeFile(item));
  return value === undefined || value === null ? undefined : describeFile(value);
}

function describeFile(file: unknown): UploadedFile {
  if (!isFields(file)) return {};
  const path = textOf(file.name) ?? textOf(file.path) ?? pathOf(textOf(file.url));
  const type = textOf(file.type);
  const size = [file.size, file.byteLength].find((count) => typeof count === "number");
  return {
    ...(path !== undefined && { name: basename(path) }),
    ...(type && { type }),
    ...(size !== undefined && { size }),
  };
}

function pathOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).pathname : undefined;
}
