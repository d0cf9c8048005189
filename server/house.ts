/** Builds the rooms by hand, floor by floor, and joins them. What is not built here does not run. */
import { failures } from '#contract/failures.ts'
import { matchPage } from '#contract/pages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DatabasePlace, OpenDatabase } from '#server/platform/database.ts'
import type { FfmpegPrograms } from '#server/platform/ffmpeg-programs.ts'
import type { BoundCall, Viewer } from '#server/platform/http/bind-contract.ts'
import type { Part } from '#server/platform/http/health.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { PageHeadOf } from '#server/platform/http/static-site.ts'
import type { RandomBytes } from '#server/platform/ids.ts'
import type { Jobs, JobWorker } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings.ts'
import { accountRoutes, openAccounts } from '#server/accounts/accounts.ts'
import { openRegion, regionRoutes } from '#server/region/region.ts'

/** What runs in this process; all of it unless `--only` says otherwise. */
export type PartName = 'api' | 'media' | 'jobs'

/** The ground the rooms stand on. */
export interface Ground {
  readonly settings: Settings
  readonly secrets: Secrets
  /** The data folder's real path. */
  readonly dataDir: string
  readonly place: DatabasePlace
  /** For calls: short statements. */
  readonly database: OpenDatabase
  /** For jobs and imports: long statements, few connections. */
  readonly jobDatabase: OpenDatabase
  readonly jobs: Jobs
  readonly programs: FfmpegPrograms
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  readonly metrics: Metrics
  readonly runs: ReadonlySet<PartName>
  /** Tells the person at the terminal how far the start is. */
  say(line: string): void
  /** Forgets kept public answers whose call's name begins with `prefix`, when content changed. */
  forgetAnswers(prefix?: string): void
}

/** The rooms, open, and what they give to the outside. */
export interface House {
  /** The handlers of the contract's calls: each room's `routes.ts`. */
  readonly calls: readonly BoundCall[]
  /** Parts that answer whole folders of addresses by themselves: the engine under `/p/`, pictures. */
  readonly mounts: readonly Mount[]
  readonly workers: readonly JobWorker[]
  /** Asked by `/readyz`. */
  readonly parts: readonly Part[]
  identify(token: string): Promise<Viewer | undefined>
  audienceOf(address: string): string
  readonly pageHead: PageHeadOf
  /** Once the calls are answered: the demo. Gives the lines that are printed after the address. */
  prepare(): Promise<readonly string[]>
  close(): Promise<void>
}

export async function buildHouse(ground: Ground): Promise<House> {
  const { settings, database, clock, random, log } = ground
  const region = await openRegion({ prefixesPath: settings.EKRAN_NETWORK_PREFIXES, log })
  const accounts = openAccounts({
    db: database.db,
    clock,
    random,
    pepper: ground.secrets.passwordPepper,
    supportPhone: settings.EKRAN_SUPPORT_PHONE,
  })
  return {
    calls: [...accountRoutes(accounts), ...regionRoutes(region)],
    mounts: [],
    workers: [],
    parts: [],
    identify: (token) => accounts.authenticate(token),
    audienceOf: (address) => region.audienceOf(address),
    pageHead: (path, preferred) => {
      const page = matchPage(path)
      const language = page?.language ?? preferred
      const title = page === null ? failures.not_found[language] : 'Ekran'
      return { status: page === null ? 404 : 200, language, title, description: title }
    },
    prepare: async () => [],
    close: async () => region.close(),
  }
}
