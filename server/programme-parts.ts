import type { Modules } from '#server/api/api.ts'
import { openFollowed } from '#server/followed/followed.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ProfileLimits } from '#server/profile-limits/profile-limits.ts'
import { openRecordings } from '#server/recordings/recordings.ts'
import { openReminders } from '#server/reminders/reminders.ts'

/** Reminders, recordings, and the shows that bring both. */
export function programmePartsOf(
  context: AppContext & { readonly db: Db },
  parts: Pick<Modules, 'billing' | 'engine' | 'entitlement' | 'television'> &
    Pick<ProfileLimits, 'isHiddenFrom'>,
) {
  const { settings } = context
  const deps = { ...context, ...parts, jobDb: context.jobDatabase.db }
  const reminders = openReminders(deps)
  const recordings = openRecordings({
    ...deps,
    settings: {
      get days() {
        return settings.EKRAN_RECORDING_DAYS
      },
      get totalHours() {
        return settings.EKRAN_RECORDING_TOTAL_HOURS
      },
    },
  })
  return { reminders, recordings, followed: openFollowed({ ...deps, reminders, recordings }) }
}
