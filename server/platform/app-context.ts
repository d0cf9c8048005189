/** The application context: what a start has ready before any module is created. */
import type { Clock } from './primitives/clock.ts'
import type { DatabaseLocation, OpenDatabase } from './database/database.ts'
import type { RandomBytes } from './primitives/ids.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log/log.ts'
import type { Metrics } from './metrics.ts'
import type { Secrets } from './installation/secrets.ts'
import type { Settings } from './settings/settings.ts'

/** What runs in this process; all of it unless `--only` says otherwise. */
export type PartName = 'api' | 'media' | 'jobs'

/** What every module is created with. */
export interface AppContext {
  readonly settings: Settings
  readonly secrets: Secrets
  /** The data folder's real path. */
  readonly dataDir: string
  readonly databaseLocation: DatabaseLocation
  /** For calls: short statements. */
  readonly database: OpenDatabase
  /** For jobs and imports: long statements, few connections. */
  readonly jobDatabase: OpenDatabase
  readonly jobs: Jobs
  readonly programs: { readonly ffmpegPath: string; readonly ffprobePath: string }
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  readonly metrics: Metrics
  readonly runs: ReadonlySet<PartName>
  /** Why nothing is recorded, charged, sent or done in the background; undefined when all of it is. */
  readonly quiet: string | undefined
  /** Tells the person at the terminal how far the start is. */
  say(line: string): void
  /** Forgets kept public answers whose call's name begins with `prefix`, when content changed. */
  dropCachedResponses(prefix?: string): void
}
