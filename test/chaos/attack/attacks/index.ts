import type { Attack } from '../attack.ts';
import { analyses } from './analyses.ts';
import { columnRules } from './column-rules.ts';
import { corrections } from './corrections.ts';
import { countedLists } from './counted-lists.ts';
import { crossSite } from './cross-site.ts';
import { encodings } from './encodings.ts';
import { exporters } from './exporters.ts';
import { failedRows } from './failed-rows.ts';
import { ftpClients } from './ftp-clients.ts';
import { generatedFiles } from './generated-files.ts';
import { generatedRequests } from './generated-requests.ts';
import { importDefaults } from './import-defaults.ts';
import { importUndos } from './import-undos.ts';
import { importersOf20, importersOf5000 } from './importers.ts';
import { jsonBodies } from './json-bodies.ts';
import { largeBodies } from './large-bodies.ts';
import { largeSubscribers } from './large-subscribers.ts';
import { keys } from './keys.ts';
import { laterImports } from './later-imports.ts';
import { manyUploads } from './many-uploads.ts';
import { numberCells } from './number-cells.ts';
import { oddFiles } from './odd-files.ts';
import { oldEvents } from './old-events.ts';
import { options } from './options.ts';
import { packedSources } from './packed-sources.ts';
import { passwords } from './passwords.ts';
import { queuedDryRuns } from './queued-dry-runs.ts';
import { rawRequests } from './raw-requests.ts';
import { seedLists } from './seed-lists.ts';
import { segments } from './segments.ts';
import { silentEndpoints } from './silent-endpoints.ts';
import { signIns } from './sign-ins.ts';
import { singleSignOns } from './single-sign-ons.ts';
import { skippedLines } from './skipped-lines.ts';
import { slowClients } from './slow-clients.ts';
import { slowDownloads } from './slow-downloads.ts';
import { suppressedImports } from './suppressed-imports.ts';
import { timeTexts } from './time-texts.ts';
import { tinyChunks } from './tiny-chunks.ts';
import { uploads } from './uploads.ts';
import { workbooks } from './workbooks.ts';
import { webPages } from './web-pages.ts';
import { webhooks } from './webhooks.ts';
import { wideAnalyses } from './wide-analyses.ts';

/** Every attack, in the order it is played. */
export const ATTACKS: readonly Attack[] = [
  timeTexts,
  numberCells,
  options,
  seedLists,
  segments,
  importDefaults,
  failedRows,
  corrections,
  largeSubscribers,
  largeBodies,
  slowDownloads,
  laterImports,
  countedLists,
  oldEvents,
  keys,
  passwords,
  signIns,
  singleSignOns,
  rawRequests,
  slowClients,
  tinyChunks,
  crossSite,
  webPages,
  jsonBodies,
  ftpClients,
  uploads,
  manyUploads,
  packedSources,
  workbooks,
  analyses,
  wideAnalyses,
  webhooks,
  silentEndpoints,
  queuedDryRuns,
  importersOf5000,
  importersOf20,
  exporters,
  importUndos,
  oddFiles,
  skippedLines,
  encodings,
  columnRules,
  generatedFiles,
  suppressedImports,
  // Last: some of them change or delete what the other attacks use.
  generatedRequests,
];
