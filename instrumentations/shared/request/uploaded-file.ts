import { types } from "#platform/types";
import { isFields, textOf } from "@svc/core/internal";
import { basename } from "#platform/paths";
import { platformData } from "../data/plain-data.ts";

/** Description of a file in a request, made without reading the file. */
interface UploadedFile {
  readonly name?: string;
  readonly type?: string;
  /** Size in bytes. */
  readonly size?: number;
}

/**
 * Describes the files of a request: `File`, `Blob`, a file's stream, bytes or an HTTP response, alone or in an array. The
 * application sends the files, and they can be read only once. Does not read their content, and runs no code of the
 * application.
 */
export function describeFiles(value: unknown): UploadedFile | UploadedFile[] | undefined {
  if (!types.isProxy(value) && Array.isArray(value)) return value.map((item) => describeFile(item));
  return value === undefined || value === null ? undefined : describeFile(value);
}

function describeFile(file: unknown): UploadedFile {
  if (!isFields(file) || types.isProxy(file)) return {};
  const field = (name: string): unknown => platformData(file, name);
  const path = textOf(field("name")) ?? textOf(field("path")) ?? pathOf(textOf(field("url")));
  const type = textOf(field("type"));
  const size = ArrayBuffer.isView(file) || types.isAnyArrayBuffer(file) ? file.byteLength : field("size");
  return {
    ...(path !== undefined && { name: basename(path) }),
    ...(type && { type }),
    ...(typeof size === "number" && { size }),
  };
}

function pathOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).pathname : undefined;
}
