/** By what the messages of alarms are sent. */
import { alarmSeal } from '#server/alarms/alarms.ts'
import type { Modules } from '#server/api/api.ts'
import type { AppContext } from '#server/platform/app-context.ts'

export function alarmTools(
  { settings, secrets, random, clock, jobDatabase }: AppContext,
  { messages }: Pick<Modules, 'messages'>,
) {
  return {
    ...{ db: jobDatabase.db, clock, messages },
    seal: alarmSeal(secrets, random),
    settings,
    allowLocalWebhooks: settings.EKRAN_WEBHOOK_LOCAL,
    publicUrl: settings.EKRAN_PUBLIC_URL?.replace(/\/+$/, '') ?? '',
  }
}
