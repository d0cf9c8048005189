/** The modules of Telegram, created from the settings. */
import type { Modules } from '#server/api/api.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { serviceName } from '#server/site/site.ts'
import { openTelegram, type Telegram } from '#server/telegram/telegram.ts'
import { openTelegramBot, type TelegramBot } from '#server/telegram-bot/telegram-bot.ts'

type Context = AppContext & { readonly db: Db }

/** Codes are sent by the process that serves requests, notifications by the one with jobs. */
export function telegramOf(context: Context): Telegram {
  const { settings, jobDatabase, quiet } = context
  return openTelegram({
    ...context,
    ...{ jobDb: jobDatabase.db, sends: quiet === undefined },
    settings: quiet === undefined ? settings.EKRAN_TELEGRAM_BOT : undefined,
    site: () => siteForButtons(context),
  })
}

/** What registration sends codes with. */
export function telegramCodes(telegram: Pick<Telegram, 'bot' | 'sendCode'>) {
  return {
    isOn: () => telegram.bot() !== undefined,
    send: (code: Parameters<Telegram['sendCode']>[0]) => telegram.sendCode(code),
  }
}

type People = Pick<Modules, 'telegram' | 'accounts' | 'audit' | 'billing'>
type Content = Pick<Modules, 'service' | 'engine' | 'entitlement' | 'profileLimits' | 'search'>

export function telegramBotOf(
  context: Context,
  { telegram, accounts, audit, billing }: People,
  { service, ...content }: Content,
): TelegramBot {
  const { catalogue, television } = content.profileLimits
  return openTelegramBot({
    ...{ ...context, telegram, accounts, audit, billing, catalogue, television, ...content },
    ...{ secret: context.secrets.passwordPepper, publicUrl: context.settings.EKRAN_PUBLIC_URL },
    site: () => siteForButtons(context),
    serviceName: (language) => serviceName(service.now(), language),
  })
}

/** Telegram opens public addresses only; the demo's emulator opens this machine's. */
function siteForButtons({ settings }: Pick<AppContext, 'settings'>): string | undefined {
  const local = settings.EKRAN_DEMO ? `http://localhost:${settings.EKRAN_PORT}` : undefined
  return (settings.EKRAN_PUBLIC_URL ?? local)?.replace(/\/+$/, '')
}
