import { firstObservations } from "./001-observations.ts";
import { projectsAndKeys } from "./002-projects.ts";
import { observationContent } from "./003-observation-content.ts";
import { models } from "./004-models.ts";
import { scoresAndComments } from "./005-scores-and-comments.ts";
import { documents } from "./006-documents.ts";
import { prompts } from "./007-prompts.ts";
import { media } from "./008-media.ts";
import { datasets } from "./009-datasets.ts";
import { rootsByTrace } from "./010-roots-by-trace.ts";
import { retentionAndMedia } from "./011-retention-and-media.ts";
import { timesWithMeasures } from "./012-times-with-measures.ts";
import { blockIndex } from "./013-block-index.ts";
import { hourTotals } from "./014-hour-totals.ts";
import { hourLists } from "./015-hour-lists.ts";
import { copiedDocuments } from "./016-copied-documents.ts";
import { mediaHolders } from "./017-media-holders.ts";
import { judgements } from "./019-judgements.ts";
import { promptNumbers } from "./020-prompt-numbers.ts";
import { modelIds } from "./022-model-ids.ts";
import { openObservations } from "./023-open-observations.ts";
import { closings } from "./024-closings.ts";

/**
 * Migrations from each schema version to the next. The first one creates schema 1. A released migration never changes; to
 * change the tables, add one at the end, in a file with the next number.
 */
export const MIGRATIONS: readonly string[] = [
  firstObservations,
  projectsAndKeys,
  observationContent,
  models,
  scoresAndComments,
  documents,
  prompts,
  media,
  datasets,
  rootsByTrace,
  retentionAndMedia,
  timesWithMeasures,
  blockIndex,
  hourTotals,
  hourLists,
  copiedDocuments,
  mediaHolders,
  judgements,
  promptNumbers,
  modelIds,
  openObservations,
  closings,
];
