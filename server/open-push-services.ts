/** Opens push messages: through the operator's accounts with Google and Apple, and to browsers with a key of the installation. */
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ProfileLimits } from '#server/profile-limits/profile-limits.ts'
import { loadVapidKeys, openPush } from '#server/push/push.ts'

/** Only the process with jobs delivers: another one needs neither the keys nor a connection. */
export async function pushOf(
  context: AppContext & { readonly db: Db },
  { isPageHiddenFrom }: Pick<ProfileLimits, 'isPageHiddenFrom'>,
) {
  const { settings, jobDatabase, quiet, runs } = context
  const { EKRAN_PUBLIC_URL: url, EKRAN_DEMO: isDemo } = settings
  const keys = await loadVapidKeys({ ...context, db: jobDatabase.db })
  return openPush({
    ...context,
    jobDb: jobDatabase.db,
    settings: { fcm: settings.EKRAN_FCM, apns: settings.EKRAN_APNS },
    webPush: {
      keys,
      subject:
        url?.startsWith('https:') === true
          ? url
          : `mailto:push@${new URL(url ?? 'http://localhost').hostname}`,
      allowLocal: isDemo,
    },
    isHidden: isPageHiddenFrom,
    delivers: runs.has('jobs') && quiet === undefined,
  })
}
