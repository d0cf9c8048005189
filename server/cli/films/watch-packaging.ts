import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine, findMediaBinaries } from '#media/media.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { opaqueToken, systemRandom } from '#server/platform/primitives/ids.ts'
import { startJobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { Screen } from '#server/cli/command/command.ts'
import type { Workplace } from '#server/cli/command/open-workplace.ts'
import {
  diskSpace,
  thisWorker,
  wakeFilmWorkers,
  type FilmDeps,
  packageStep,
  type PackagingStep,
  claimFilm,
  packagingRows,
  withoutControls,
} from '#server/imports/imports.ts'

interface Tools {
  readonly log: Log
  readonly screen: Screen
  readonly signal: AbortSignal
}

/** Packages here, all films first to where they play, showing how far it is. Returns how many were refused. */
export async function packageInProcess(
  work: Workplace,
  assetIds: readonly string[],
  settings: Settings,
  tools: Tools,
): Promise<number> {
  const storeDir = join(work.dataDir, 'media')
  const engine = createEngine({
    storeDir,
    ...findMediaBinaries({ ffmpegPath: settings.EKRAN_FFMPEG, ffprobePath: settings.EKRAN_FFPROBE }),
    clock: () => systemClock.nowMs(),
    // This process serves nothing, so any secret will do.
    ticketSecrets: [opaqueToken(systemRandom)],
    log: tools.log,
  })
  const disk = diskSpace(storeDir, settings.EKRAN_FREE_SPACE_GB * 1e9)
  const deps = { db: work.db, engine, disk, worker: thisWorker(systemRandom) }
  let refused = 0
  try {
    for (const step of ['playable', 'better'] as const) refused += await makeAll(deps, step, assetIds, tools)
  } finally {
    await engine.close()
  }
  const left = (await packagingRows(work.db, assetIds)).filter(({ state }) => /waiting|running/.test(state))
  for (const { name, reason } of left) tools.screen.line(resultLine(name, 'waiting', reason))
  return refused
}

/** Makes one step of each film. Returns how many were refused. */
async function makeAll(
  deps: FilmDeps,
  step: PackagingStep,
  assetIds: readonly string[],
  { screen, signal }: Tools,
): Promise<number> {
  let refused = 0
  for (let turn = 1; turn <= assetIds.length; turn += 1) {
    const row = await claimFilm(deps.db, deps.worker, step, assetIds)
    if (row === undefined) break
    const name = `${turn}/${assetIds.length} ${row.name}`
    const result = await packageStep(deps, row, {
      signal,
      onProgress: ({ stage, rendition, fraction, playable }) =>
        screen.status(
          `  ${name}: ${Math.floor(fraction * 100)} % (${[stage, rendition].filter(Boolean).join(' ')}${playable ? ', plays already' : ''})`,
        ),
    })
    signal.throwIfAborted()
    if (result.kind === 'refused') refused += 1
    if (result.kind === 'left' || result.kind === 'waits') continue
    screen.line(
      resultLine(name, result.kind, 'reason' in result ? result.reason : result.warnings.join('; ')),
    )
  }
  return refused
}

const quietLimitMs = 60_000
const lookEveryMs = 500

/**
 * Leaves the work to the running Ekran and, unless `wait` is off, watches until each file plays or was refused.
 * Returns how many were refused.
 */
export async function packageByServer(
  work: Workplace,
  assetIds: readonly string[],
  settings: Settings,
  tools: Tools & { readonly wait: boolean },
): Promise<number> {
  const jobs = await startJobs({
    place: work.place,
    log: tools.log,
    statementTimeoutMs: settings.EKRAN_JOB_STATEMENT_TIMEOUT_MS,
  })
  try {
    await wakeFilmWorkers(jobs)
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
      if (row.state !== 'refused' && row.step === 'playable' && row.state !== 'ready') continue
      done.add(row.asset_id)
      if (row.state === 'refused') refused += 1
      const state = /ready|refused/.test(row.state) ? row.state : 'playable'
      screen.line(resultLine(`${done.size}/${assetIds.length} ${row.name}`, state, row.reason))
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
  const words = state === 'playable' ? 'plays, better pictures follow' : state
  return withoutControls(`  ${name}: ${words}${reason === '' ? '' : ` (${reason})`}`)
}
