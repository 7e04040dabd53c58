/**
 * Gives the items of annotation queues the unique key of their object, for SQLite and PostgreSQL. Where an object is in a queue more
 * than once, the first item gets it, and the others stay as they are.
 */
export const uniqueQueueItems: string = `
UPDATE documents SET uniqueKey = parentId || '/' || json_extract(content, '$.objectType') || '/' || json_extract(content, '$.objectId')
WHERE kind = 'annotation-queue-item' AND seq IN (
  SELECT min(seq) FROM documents WHERE kind = 'annotation-queue-item'
  GROUP BY projectId, parentId, json_extract(content, '$.objectType'), json_extract(content, '$.objectId'));
`;
