/** Processes of former releases that run on a database while a migration takes away what they may use. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Log } from '#server/platform/log/log.ts'
import { isOlderVersion, type Phase } from './migration-phase.ts'

/** A process that reports every ten seconds and was silent for so long is gone. */
const silentSec = 60
const defaultWaitMs = 70_000
const lookEveryMs = 1000
const maxNamed = 5

export interface FormerProcessOptions {
  readonly log?: Pick<Log, 'info'> | undefined
  /** How long a `contract` migration waits for processes that may still use what it takes away, in milliseconds. */
  readonly processWaitMs?: number
}

interface Pending {
  readonly name: string
  readonly phase: Phase
}

interface Running {
  readonly host: string
  readonly pid: number
  readonly roles: readonly string[]
  readonly version: string
}

/**
 * Waits until no process runs that may use what the `contract` migrations of `pending` take away: one that was killed is
 * silent soon. The refusal as a text when one still runs at the end.
 */
export async function waitForFormerProcesses(
  client: Client,
  pending: readonly Pending[],
  { log, processWaitMs = defaultWaitMs }: FormerProcessOptions,
): Promise<string | undefined> {
  const endMs = performance.now() + processWaitMs
  for (let attempt = 1; ; attempt += 1) {
    const refusal = refusalOf(pending, await readRunning(client, pending))
    if (refusal === undefined || performance.now() >= endMs) return refusal
    if (attempt === 1) log?.info('database.migration_waits_for_processes', { reason: refusal })
    await pause(Math.min(lookEveryMs, processWaitMs))
  }
}

/** Those that reported in the last minute and have not ended in order; none where no migration asks for them. */
async function readRunning(client: Client, pending: readonly Pending[]): Promise<readonly Running[]> {
  if (!pending.some(({ phase }) => phase.kind === 'contract')) return []
  const { rows: tables } = await client.query(`select where to_regclass('node') is not null`)
  if (tables.length === 0) return []
  const { rows } = await client.query<Running>(
    `select host, pid, roles, version from node
      where stopped_at is null and seen_at > now() - make_interval(secs => $1)
      order by host, pid limit 1000`,
    [silentSec],
  )
  return rows
}

function refusalOf(pending: readonly Pending[], running: readonly Running[]): string | undefined {
  for (const { phase, name } of pending) {
    if (phase.kind !== 'contract') continue
    const former = running.filter(({ version }) => isOlderVersion(version, phase.unusedSince))
    if (former.length === 0) continue
    const named = former
      .slice(0, maxNamed)
      .map(
        ({ host, pid, roles, version }) =>
          `${host} (process ${pid}, ${roles.join(', ')}, version ${version})`,
      )
    const others = former.length > maxNamed ? ` and ${former.length - maxNamed} more` : ''
    return (
      `db/migrations/${name} takes away what versions before ${phase.unusedSince} use, and such a process still runs: ` +
      `${named.join('; ')}${others}. Replace it by version ${phase.unusedSince} or a later one, or stop it, and start again.`
    )
  }
  return undefined
}
