import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine, findMediaBinaries } from '#media/media.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { opaqueToken, systemRandom } from '#server/platform/ids.ts'
import { startJobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { Workplace } from './open-workplace.ts'
import { packageOne, packagingRows, sendPackaging } from './packaging.ts'

/** Writes lines; on a terminal the last one is written over. */
export interface Screen {
  line(text: string): void
  /** Replaces the line before, where that can be done; otherwise says nothing. */
  status(text: string): void
}

/** Packages here, one after another, showing how far it is. Returns how many were refused. */
export async function packageHere(
  work: Workplace,
  assetIds: readonly string[],
  settings: Settings,
  tools: { readonly log: Log; readonly screen: Screen; readonly signal: AbortSignal },
): Promise<number> {
  const programs = findMediaBinaries({
    ffmpegPath: settings.EKRAN_FFMPEG,
    ffprobePath: settings.EKRAN_FFPROBE,
  })
  const engine = createEngine({
    storeDir: join(work.dataDir, 'media'),
    ...programs,
    clock: () => systemClock.nowMs(),
    // Nothing is served from here, so the secret is nobody's.
    ticketSecrets: [opaqueToken(systemRandom)],
    log: tools.log,
  })
  let refused = 0
  try {
    const names = await namesOf(work.db, assetIds)
    for (const [index, assetId] of assetIds.entries()) {
      const name = `${index + 1}/${assetIds.length} ${names.get(assetId) ?? assetId}`
      const result = await packageOne({ db: work.db, engine, clock: systemClock }, assetId, {
        signal: tools.signal,
        onProgress: ({ stage, rendition, fraction, playable }) =>
          tools.screen.status(
            `  ${name}: ${Math.floor(fraction * 100)} % (${[stage, rendition].filter(Boolean).join(' ')}${playable ? ', plays already' : ''})`,
          ),
      })
      if (result.kind === 'refused') refused += 1
      tools.screen.line(
        resultLine(name, result.kind, result.kind === 'refused' ? result.reason : result.warnings.join('; ')),
      )
    }
  } finally {
    await engine.close()
  }
  return refused
}

const quietLimitMs = 60_000
const lookEveryMs = 500

/**
 * Leaves the work to the running Ekran and, unless `wait` is off, watches until each file plays or was refused.
 * Returns how many were refused.
 */
export async function packageThere(
  work: Workplace,
  assetIds: readonly string[],
  settings: Settings,
  tools: { readonly log: Log; readonly screen: Screen; readonly signal: AbortSignal; readonly wait: boolean },
): Promise<number> {
  const jobs = await startJobs({
    place: work.place,
    log: tools.log,
    statementTimeoutMs: settings.EKRAN_JOB_STATEMENT_TIMEOUT_MS,
  })
  try {
    await sendPackaging(jobs, assetIds)
  } finally {
    await jobs.close(1000)
  }
  if (!tools.wait) {
    tools.screen.line(
      `  ${assetIds.length} files are left to the running Ekran; see: npm run ekran -- status`,
    )
    return 0
  }
  return watch(work.db, assetIds, tools)
}

async function watch(
  db: Db,
  assetIds: readonly string[],
  { screen, signal }: { readonly screen: Screen; readonly signal: AbortSignal },
): Promise<number> {
  const done = new Set<string>()
  let refused = 0
  let seen = ''
  let movedAtMs = systemClock.nowMs()
  while (done.size < assetIds.length && !signal.aborted) {
    const rows = await packagingRows(db, assetIds)
    for (const row of rows) {
      if (done.has(row.asset_id)) continue
      if (row.state !== 'refused' && row.playable_at === null) continue
      done.add(row.asset_id)
      if (row.state === 'refused') refused += 1
      screen.line(resultLine(`${done.size}/${assetIds.length} ${row.name}`, row.state, row.reason))
    }
    const running = rows.find((row) => row.state === 'running' && !done.has(row.asset_id))
    if (running !== undefined) screen.status(`  ${running.name}: ${Math.floor(running.fraction * 100)} %`)
    const picture = rows.map((row) => `${row.state}${row.fraction}`).join()
    if (picture !== seen) [seen, movedAtMs] = [picture, systemClock.nowMs()]
    if (systemClock.nowMs() - movedAtMs > quietLimitMs) {
      screen.line(
        '  Nothing moved for a minute; the rest waits for an Ekran that does jobs. See: npm run ekran -- status',
      )
      return refused
    }
    await sleep(lookEveryMs)
  }
  if (signal.aborted) screen.line('  The running Ekran goes on with it; see: npm run ekran -- status')
  return refused
}

function resultLine(name: string, state: string, reason: string): string {
  const words =
    state === 'refused' ? 'refused' : state === 'running' ? 'plays, better pictures follow' : 'ready'
  return `  ${name}: ${words}${reason === '' ? '' : ` (${reason})`}`
}

async function namesOf(db: Db, assetIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map((await packagingRows(db, assetIds)).map((row) => [row.asset_id, row.name]))
}
