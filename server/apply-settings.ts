/** Takes changed settings into use: modules that copied one get the new one. */
import type { Modules } from '#server/api/api.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { SettingName } from '#server/platform/settings/settings.ts'
import { startBot } from '#server/telegram-bot/telegram-bot.ts'

const merchantSettings = ['EKRAN_PAYME', 'EKRAN_CLICK', 'EKRAN_PAYNET', 'EKRAN_UZUM'] as const

/** `changed`: the settings that have another value than before. Others are read where they are used. */
export function applySettings(
  { settings, quiet, runs, log, jobs }: Pick<AppContext, 'settings' | 'quiet' | 'runs' | 'log' | 'jobs'>,
  {
    messages,
    cards,
    merchants,
    push,
    telegram,
  }: Pick<Modules, 'messages' | 'cards' | 'merchants' | 'push' | 'telegram'>,
  changed: ReadonlySet<SettingName>,
): void {
  const sends = (runs.has('api') || runs.has('jobs')) && quiet === undefined
  if (sends && (changed.has('EKRAN_SMS_ROUTES') || changed.has('EKRAN_VOICE_ROUTE')))
    messages.useRoutes(routesOf(settings))
  if (quiet === undefined && changed.has('EKRAN_CARD_GATEWAY')) cards.useGateway(settings.EKRAN_CARD_GATEWAY)
  if (merchantSettings.some((name) => changed.has(name)))
    merchants.use({
      payme: settings.EKRAN_PAYME,
      click: settings.EKRAN_CLICK,
      paynet: settings.EKRAN_PAYNET,
      uzum: settings.EKRAN_UZUM,
    })
  if (changed.has('EKRAN_FCM') || changed.has('EKRAN_APNS'))
    void push.use({ fcm: settings.EKRAN_FCM, apns: settings.EKRAN_APNS })
  if (quiet === undefined && changed.has('EKRAN_TELEGRAM_BOT')) {
    telegram.use(settings.EKRAN_TELEGRAM_BOT)
    if (runs.has('jobs'))
      startBot(jobs).catch((error: unknown) => log.warn('telegram.job_not_started', { error }))
  }
  log.info('settings.services_changed', { settings: [...changed].join(', ') })
}

function routesOf({ EKRAN_SMS_ROUTES: sms, EKRAN_VOICE_ROUTE: voice }: AppContext['settings']) {
  return { sms, ...(voice === undefined ? {} : { voice }) }
}
