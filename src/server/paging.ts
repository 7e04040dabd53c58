import { type RequestIssue, invalidRequest } from "./http-errors.ts";

/** The part of a list that a request asks for. */
export interface PageRequest {
  /** From 1. */
  page: number;
  /** Most items in the answer. */
  limit: number;
  /** How many items stand before the page. */
  offset: number;
}

/** What a page says about the whole list. */
export interface PageMeta {
  page: number;
  limit: number;
  totalItems: number;
  totalPages: number;
}

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 50;

/** Reads `page` (from 1) and `limit` (1 to 100, default 50); empty text stands for the default. Throws a 400 that names both. */
export function readPage(query: Readonly<Record<string, string[]>>, defaultLimit: number = DEFAULT_LIMIT): PageRequest {
  const issues: RequestIssue[] = [];
  const page = readInteger(query, "page", 1, Number.MAX_SAFE_INTEGER / MAX_LIMIT, 1, issues);
  const limit = readInteger(query, "limit", 1, MAX_LIMIT, defaultLimit, issues);
  if (issues.length > 0) throw invalidRequest(issues);
  return { page, limit, offset: (page - 1) * limit };
}

/** Reads one integer parameter; what is wrong with it is added to the issues. */
export function readInteger(
  query: Readonly<Record<string, string[]>>,
  name: string,
  least: number,
  most: number,
  fallback: number,
  issues: RequestIssue[],
): number {
  const text = query[name]?.[0];
  if (!text) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  issues.push({
    code: "invalid_value",
    message: `${name}: an integer from ${least} to ${Math.floor(most)} is expected`,
    path: [name],
  });
  return fallback;
}

/** What a page says about a list of so many items. */
export function pageMeta({ page, limit }: PageRequest, totalItems: number): PageMeta {
  return { page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) };
}
