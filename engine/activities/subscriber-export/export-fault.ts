import type { ApplicationFailure } from '@temporalio/common';
import type { Pool, PoolClient } from 'pg';
import type { SubscriberExportFaultType } from '../../../machines/subscriber-export.ts';
import { readExport } from '../../db/exports/ledger.ts';
import type { ExportRecord } from '../../db/exports/ledger.ts';
import { fault } from '../faults.ts';
import type { ExportReference } from './export-reference.ts';

/** A fault that only an export has. */
export function exportFault(type: SubscriberExportFaultType, message: string): ApplicationFailure {
  return fault<SubscriberExportFaultType>(type, message);
}

/** The row of an export has ended while its workflow was still at work, as when its list is deleted. */
export function exportEnded(): ApplicationFailure {
  return exportFault('ExportEnded', 'The export has ended.');
}

/** Reads an export that has not ended. @throws ApplicationFailure ExportEnded */
export async function readUnendedExport(db: Pool | PoolClient, { exportId }: ExportReference): Promise<ExportRecord> {
  const record = await readExport(db, exportId);
  if (record.hasEnded) throw exportEnded();
  return record;
}
