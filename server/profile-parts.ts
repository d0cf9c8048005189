/** Profiles, with the modules that have something of one. */
import type { Modules } from '#server/api/api.ts'
import { forgetDownloadsOf } from '#server/downloads/downloads.ts'
import { forgetFollowedOf } from '#server/followed/followed.ts'
import { forgetNotificationsOf } from '#server/notifications/notifications.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { forgetWatchedTimeOf, watchedMinutes } from '#server/profile-limits/profile-limits.ts'
import { type Profiles, openProfiles } from '#server/profiles/profiles.ts'
import { forgetPositionsOf } from '#server/recordings/recordings.ts'
import { forgetRemindersOfProfile } from '#server/reminders/reminders.ts'
import { forgetViewingOf } from '#server/viewing/viewing.ts'

/** What modules delete when a profile is removed. */
export const forgetsOfProfile = [
  ...[forgetViewingOf, forgetRemindersOfProfile, forgetFollowedOf],
  ...[forgetDownloadsOf, forgetNotificationsOf, forgetPositionsOf, forgetWatchedTimeOf],
]

/** Opens the module; what the others have of a profile goes with it. */
export function profilesOf(
  context: AppContext & { readonly db: Db },
  { audit, accounts }: Pick<Modules, 'accounts' | 'audit'>,
): Profiles {
  return openProfiles({
    ...{ ...context, audit, accounts, pepper: context.secrets.passwordPepper },
    watchedMinutes: (accountId) => watchedMinutes(context.db, accountId, context.clock.nowMs()),
    forgets: forgetsOfProfile,
  })
}
