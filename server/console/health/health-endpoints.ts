/** The board of channels' health, their stills, and the last thirty days of one. */
import { consoleHealth as endpoints } from '#contract/console/health.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import { alarmsOfChannels } from '#server/alarms/alarms.ts'
import {
  oldMs,
  problemDays,
  problemMemoryDays,
  problemsRecordedSince,
  readPlayDays,
  readPlaysOfChannels,
  readProblems,
  readReport,
} from '#server/monitoring/monitoring.ts'
import type { Db } from '#server/platform/database/database.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { listStaffChannels } from '#server/television/television.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { cachedFor } from '#server/platform/primitives/cached-for.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { presentArchive, presentBoard, presentDisk, secondsOf } from './present-health.ts'

export interface HealthDeps {
  readonly db: Db
  readonly clock: Clock
  readonly engine: {
    readonly stills: {
      take(channelId: string): Promise<{ readonly webp: Buffer; readonly atMs: number } | undefined>
    }
  }
}

const stillLogoWidth = 240
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Each board that is open asks again and again: the sums of an hour are read once for all of them. */
const playsFreshMs = 20_000
/** For the days. A channel that fails more often than this has its oldest days incomplete. */
const maxProblems = 5000
const shownProblems = 200

export function healthEndpoints(deps: HealthDeps): readonly BoundEndpoint[] {
  const { db, clock, engine } = deps
  const readHour = cachedFor(playsFreshMs, (nowMs) => readPlaysOfChannels(db, nowMs - hourMs))
  const playsOfHour = () => readHour(clock.nowMs())
  return bindConsole('consoleHealth', endpoints, {
    board: async () => {
      const report = await readReport(db)
      return respond({
        channels: presentBoard(
          report?.channels ?? [],
          await playsOfHour(),
          await alarmsOfChannels(db, clock.nowMs()),
        ),
        reported_at: secondsOf(report?.atMs),
        is_old: report === undefined || clock.nowMs() - report.atMs > oldMs,
        disk: presentDisk(report?.disk),
      })
    },
    still: async ({ cid }) => {
      const still = await engine.stills.take(String(cid))
      if (still !== undefined)
        return respond({ webp: still.webp.toString('base64'), at: secondsOf(still.atMs), logo: '' })
      const [channel] = await listStaffChannels(db, { cid })
      const { isRadio = false, logo = null } = channel ?? {}
      const address = isRadio && logo !== null ? pictureAddress('logo', cid, logo, stillLogoWidth) : ''
      return respond({ webp: null, at: null, logo: address })
    },
    channel: async ({ cid }) => {
      const nowMs = clock.nowMs()
      const report = await readReport(db)
      const reported = report?.channels.filter((channel) => channel.cid === cid) ?? []
      const [channel] = presentBoard(reported, await playsOfHour(), await alarmsOfChannels(db, nowMs))
      if (channel === undefined) return reject('channel_not_found')
      const fromMs = nowMs - problemMemoryDays * dayMs
      const [problems, plays, historyFromMs] = await Promise.all([
        readProblems(db, cid, { fromMs, limit: maxProblems }),
        readPlayDays(db, fromMs, cid),
        problemsRecordedSince(db),
      ])
      const playsOf = new Map(plays.map((day) => [day.dayMs, day.sums]))
      return respond({
        channel,
        archive: presentArchive(reported[0]?.archive),
        days: problemDays(problems, nowMs, problemMemoryDays).map((day) => ({
          at: Math.floor(day.dayMs / 1000),
          down_sec: Math.round(day.downMs / 1000),
          poor_sec: Math.round(day.poorMs / 1000),
          plays: playsOf.get(day.dayMs)?.plays ?? 0,
          failed_plays: playsOf.get(day.dayMs)?.failures ?? 0,
        })),
        history_from: Math.floor(historyFromMs / 1000),
        problems: problems.slice(0, shownProblems).map((problem) => ({
          kind: problem.kind,
          from: Math.floor(problem.fromMs / 1000),
          until: secondsOf(problem.endMs),
        })),
      })
    },
  })
}
