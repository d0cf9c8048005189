import * as z from 'zod/mini'
import type { AppPlatform } from '#contract/site/apps.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { listReleases, listSwitches } from './release-store.ts'
import { countReport, forgetOldReports } from './report-store.ts'
import type { AppReport, Release, Switch } from './rules.ts'

/** Reloaded after this time even without a notification. */
const freshForMs = 60_000

export interface ReleaseRules {
  readonly releases: ReadonlyMap<AppPlatform, Release>
  readonly switches: readonly Switch[]
}

export interface Releases {
  /** The operator's rules, from memory. Throws when they must be loaded and the database is unavailable. */
  rules(): Promise<ReleaseRules>
  /** The next `rules()` reloads. */
  forgetRules(): void
  /** Counts a crash, a stall or a failed start. */
  report(report: AppReport): Promise<void>
}

/** Opens the module; it loads nothing yet. */
export function openReleases({ db, clock }: { readonly db: Db; readonly clock: Clock }): Releases {
  let current: { readonly atMs: number; readonly rules: Promise<ReleaseRules> } | undefined
  const rules = () => {
    const nowMs = clock.nowMs()
    if (current !== undefined && nowMs - current.atMs < freshForMs) return current.rules
    const reading = { atMs: nowMs, rules: readRules(db) }
    current = reading
    // The next request tries again instead of getting an old failure.
    reading.rules.catch(() => current === reading && (current = undefined))
    return reading.rules
  }
  return {
    rules,
    forgetRules: () => {
      current = undefined
    },
    report: (report) => countReport(db, report, clock.nowMs()),
  }
}

async function readRules(db: Db): Promise<ReleaseRules> {
  const [releases, switches] = await Promise.all([listReleases(db), listSwitches(db)])
  return { releases: new Map(releases.map((release) => [release.platform, release])), switches }
}

const forgetOld = jobKind({ name: 'releases.forget-old-reports', data: z.object({}), cron: '53 23 * * *' })

export function releaseWorkers(deps: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const forgotten = await forgetOldReports(deps.db, deps.clock.nowMs(), job.signal)
      job.log.info('releases.old_reports_deleted', { forgotten })
    }),
  ]
}
