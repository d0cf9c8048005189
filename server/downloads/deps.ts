import type { Accounts } from '#server/accounts/accounts.ts'
import type { PlaybackDeps } from '#server/playback/playback.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What the use cases of this module work with. */
export interface DownloadDeps {
  readonly db: Db
  readonly clock: PlaybackDeps['clock']
  readonly accounts: Pick<Accounts, 'listDevices'>
  /** Says what may be watched, and signs what is fetched. */
  readonly playback: PlaybackDeps
}
