/** A restore drill: a backup is checked, restored into a scratch database, and compared with the original. */
import { checkLedger } from '#server/billing/billing.ts'
import { type DatabaseLocation, openDatabase } from '#server/platform/database/database.ts'
import { NotRestored, readFigures, restoreDatabase } from '#server/platform/installation/copy-database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { brokenFileIn, checkTablesIn, type Manifest, readBackup, tablesIn } from './backup-contents.ts'
import type { BackupLocation } from './backup-location.ts'
import { BackupFailed } from './backup-problem.ts'
import { withScratchDatabase } from './scratch-database.ts'

export type Figures = Readonly<Record<string, number>>

export interface Drilled {
  readonly location: DatabaseLocation
  /** Its address, for words. */
  readonly folder: string
  readonly from: BackupLocation
  /** As they were written down when the backup was made, outside of the backup. */
  readonly checksum: string
  readonly figures: Figures
  readonly log: Log
  readonly signal: AbortSignal
  onPhase(phase: 'files' | 'restore' | 'compare'): Promise<void>
}

const statementTimeoutMs = 1_800_000

/** Returns the figures of the restored database; throws `BackupFailed` with what is damaged. */
export async function drillBackup(of: Drilled): Promise<Figures> {
  const { location, from, signal, onPhase } = of
  await onPhase('files')
  const manifest = await checkedManifest(of)
  await onPhase('restore')
  signal.throwIfAborted()
  return withScratchDatabase(location, async (scratch) => {
    await restoreDatabase(scratch, tablesIn(from), manifest.database, 'restored by a drill').catch(
      (error: unknown) => {
        throw error instanceof NotRestored ? new BackupFailed('not_restored', error.message) : error
      },
    )
    signal.throwIfAborted()
    await onPhase('compare')
    return compare(scratch, of)
  })
}

async function checkedManifest({ folder, from, checksum, signal }: Drilled): Promise<Manifest> {
  const read = await readBackup(from)
  if (read.kind === 'absent') throw new BackupFailed('backup_missing', folder)
  if (read.kind === 'changed' || read.checksum !== checksum)
    throw new BackupFailed('contents_changed', folder)
  const { manifest } = read
  const broken = await brokenFileIn(from, manifest)
  if (broken !== undefined) throw new BackupFailed('file_changed', broken.slice(0, 300))
  signal.throwIfAborted()
  try {
    await checkTablesIn(from, manifest)
  } catch (error) {
    if (error instanceof NotRestored) throw new BackupFailed('table_changed', error.message)
    throw error
  }
  return manifest
}

async function compare(scratch: DatabaseLocation, { figures, log }: Drilled): Promise<Figures> {
  const opened = openDatabase({
    ...{ location: scratch, log, connections: 1, applicationName: 'ekran drill', statementTimeoutMs },
  })
  try {
    const ledger = await checkLedger(opened.db)
    if (ledger.kind === 'broken') throw new BackupFailed('ledger_broken', ledger.what.slice(0, 300))
    const restored = await readFigures(scratch)
    // Money in the ledger without the money of the wallets is nothing.
    const rest = (restored['ledger_tiyin'] ?? 0) - (restored['wallet_tiyin'] ?? 0)
    if (rest !== 0) throw new BackupFailed('ledger_broken', `${rest} tiyin are in no wallet`)
    const differing = Object.entries(figures).filter(([name, value]) => restored[name] !== value)
    if (differing.length > 0)
      throw new BackupFailed(
        'figures_differ',
        differing.map(([name, value]) => `${name} ${value} → ${restored[name] ?? 0}`).join(', '),
      )
    return restored
  } finally {
    await opened.close()
  }
}
