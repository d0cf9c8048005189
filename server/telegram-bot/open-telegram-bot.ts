import { timingSafeEqual } from 'node:crypto'
import type { Bot } from 'grammy'
import type { Update } from 'grammy/types'
import type { BotInUse } from '#server/telegram/telegram.ts'
import { derivedSecret } from '#server/platform/installation/secrets.ts'
import { createBot } from './talk/create-bot.ts'
import type { BotDeps } from './talk/deps.ts'
import { handleUpdate } from './updates/handle-update.ts'
import { pollUpdates } from './updates/poll.ts'
import { setUpBot } from './updates/set-up.ts'

export interface TelegramBotOptions extends BotDeps {
  /** The installation's secret. */
  readonly secret: string
  /** The public address; a webhook needs https. */
  readonly publicUrl: string | undefined
}

/** The path that Telegram posts updates to. */
export const webhookPath = '/telegram/updates'

/** What subscribers talk with. */
export interface TelegramBot {
  /** Whether an update with this secret is accepted now: looked at before its body is read. `off`: none is expected here. */
  accepts(secret: string): 'yes' | 'wrong' | 'off'
  /** An update that was posted with this secret. `off`: none is expected here. */
  posted(secret: string, update: unknown): Promise<'done' | 'later' | 'wrong' | 'off'>
  /** Polls for about so long, if updates are fetched and not posted. */
  poll(forMs: number, signal: AbortSignal): Promise<void>
  /** Makes Telegram send updates in the way that is set. */
  setUp(): Promise<void>
}

export function openTelegramBot(options: TelegramBotOptions): TelegramBot {
  const { telegram, db, clock, secret, publicUrl } = options
  const log = options.log.with({ part: 'telegram' })
  let made: { readonly inUse: BotInUse; readonly bot: Bot } | undefined
  /** One bot for each set of settings. */
  const current = () => {
    const inUse = telegram.bot()
    if (inUse === undefined) return undefined
    if (made?.inUse !== inUse) made = { inUse, bot: createBot({ ...options, log }, inUse) }
    return made
  }
  // Another token has another secret: what an earlier bot posts is refused.
  const secretOf = ({ settings }: BotInUse) =>
    derivedSecret(secret, `telegram webhook ${settings.botId} ${settings.token.slice(-8)}`)
  const accepts = (sent: string) => {
    const own = current()
    if (own === undefined || own.inUse.settings.mode !== 'webhook') return 'off'
    return isSame(sent, secretOf(own.inUse)) ? 'yes' : 'wrong'
  }
  return {
    accepts,
    posted: async (sent, update) => {
      const accepted = accepts(sent)
      if (accepted !== 'yes') return accepted
      const own = current()
      if (own === undefined) return 'off'
      if (!isUpdate(update)) return 'wrong'
      const { kind } = await handleUpdate({ db, clock, log, bot: own.bot }, update)
      return kind === 'done' ? 'done' : 'later'
    },
    poll: async (forMs, signal) => {
      const own = current()
      if (own === undefined || own.inUse.settings.mode !== 'polling') return
      const { inUse, bot } = own
      const isCurrent = () => telegram.bot() === inUse
      const limit = AbortSignal.any([signal, AbortSignal.timeout(forMs)])
      await pollUpdates({ db, clock, log, bot, inUse, isCurrent }, limit)
    },
    setUp: async () => {
      const own = current()
      if (own === undefined) return
      const { inUse } = own
      const webhookUrl = webhookUrlOf(publicUrl)
      await setUpBot({ inUse, log, webhookUrl, secret: secretOf(inUse) })
    },
  }
}

/** Telegram posts to https only; http is for this machine. */
function webhookUrlOf(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined || !/^https:|^http:\/\/127\.0\.0\.1[:/]/.test(publicUrl)) return undefined
  return `${publicUrl.replace(/\/+$/, '')}${webhookPath}`
}

function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function isUpdate(value: unknown): value is Update {
  return (
    typeof value === 'object' &&
    value !== null &&
    'update_id' in value &&
    Number.isSafeInteger(value.update_id)
  )
}
