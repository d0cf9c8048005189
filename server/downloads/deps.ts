import type { Accounts } from '#server/accounts/accounts.ts'
import type { PlaybackDeps } from '#server/playback/playback.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The dependencies of this module's use cases. */
export interface DownloadDeps {
  readonly db: Db
  readonly clock: PlaybackDeps['clock']
  readonly accounts: Pick<Accounts, 'listDevices'>
  /** Checks the right to watch, and signs addresses. */
  readonly playback: PlaybackDeps
}
