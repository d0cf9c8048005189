/** The application context: created by a start before any module. */
import type { Clock } from './primitives/clock.ts'
import type { DatabaseLocation, OpenDatabase } from './database/database.ts'
import type { ReadFrom } from './database/read-replica.ts'
import type { RandomBytes } from './primitives/ids.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log/log.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { Metrics } from './metrics.ts'
import type { Secrets } from './installation/secrets.ts'
import type { LiveSettings } from './settings/services/live-settings.ts'
import type { Settings } from './settings/settings.ts'

/** The parts that run in this process; all unless `--only` is used. */
export type PartName = 'api' | 'media' | 'jobs'

/** The context every module is created with. */
export interface AppContext {
  /** Values of outside services may change while the process runs: read them where they are used. */
  readonly settings: Settings
  readonly liveSettings: LiveSettings
  readonly secrets: Secrets
  /** The data folder's real path. */
  readonly dataDir: string
  readonly databaseLocation: DatabaseLocation
  /** For requests: short statements. */
  readonly database: OpenDatabase
  /** For jobs and imports: long statements, few connections. */
  readonly jobDatabase: OpenDatabase
  /** Large reads: from a replica, where there is one. */
  readonly reads: ReadFrom
  readonly jobs: Jobs
  readonly programs: { readonly ffmpegPath: string; readonly ffprobePath: string }
  readonly clock: Clock
  readonly random: RandomBytes
  /** Limits that all processes on the database count together. */
  readonly rateLimits: RateLimits
  readonly log: Log
  readonly metrics: Metrics
  readonly runs: ReadonlySet<PartName>
  /** Why nothing is recorded, charged, sent or done in the background; undefined in normal operation. */
  readonly quiet: string | undefined
  /** Prints the progress of the start for the terminal user. */
  say(line: string): void
  /** Drops cached public responses of endpoints whose name begins with `prefix`, after content changed. */
  dropCachedResponses(prefix?: string): void
}
