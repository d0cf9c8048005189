/** By what webhooks are sent. */
import type { Modules } from '#server/api/api.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { webhookSeal } from '#server/webhooks/webhooks.ts'

export function webhookTools(
  { settings, secrets, random, clock, log, jobDatabase }: AppContext,
  { audit }: Pick<Modules, 'audit'>,
) {
  return {
    ...{ db: jobDatabase.db, clock, log: log.with({ part: 'webhooks' }), audit, random },
    seal: webhookSeal(secrets, random),
    insideHosts: () => settings.EKRAN_WEBHOOK_HOSTS ?? [],
  }
}
