import type { Accounts } from '#server/accounts/accounts.ts'
import type { PlaybackNeeds } from '#server/playback/playback.ts'
import type { Db } from '#server/platform/database.ts'

/** What the use cases of this room work with. */
export interface DownloadNeeds {
  readonly db: Db
  readonly clock: PlaybackNeeds['clock']
  readonly accounts: Pick<Accounts, 'heldDevices'>
  /** Says what may be watched, and signs what is fetched. */
  readonly playback: PlaybackNeeds
}
