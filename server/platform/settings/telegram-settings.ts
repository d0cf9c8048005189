/** The setting of the bot that subscribers write to in Telegram: one text of `name=value` with `&` between. */
import { fieldsSetting } from './fields-setting.ts'
import { isOwnOrSecure } from './secure-address.ts'

export interface TelegramBotSettings {
  readonly token: string
  /** The bot's number, the first part of its token. */
  readonly botId: number
  /** Without the at sign. */
  readonly username: string
  readonly mode: 'polling' | 'webhook'
  /** Where the Bot API is, without a closing slash. */
  readonly api: string
  /** Where a link to the bot leads, and where Telegram asks whether a site may know who somebody is. */
  readonly chats: string
  readonly login: string
}

const address = /^$|^https?:\/\/[\w.[\]:-]{1,200}$/

const forms = {
  token: { form: /^\d{3,15}:[\w-]{30,60}$/ },
  username: { form: /^@?[A-Za-z]\w{3,31}$/ },
  mode: { form: /^(?:polling|webhook)$/, default: 'polling' },
  api: { form: address, default: 'https://api.telegram.org', problem: addressProblem },
  pages: { form: address, default: '', problem: addressProblem },
}

function addressProblem(text: string): string | undefined {
  return text === '' || isOwnOrSecure(text) ? undefined : 'api= or pages= is no https address.'
}

export const telegramSettings = {
  EKRAN_TELEGRAM_BOT: {
    ...fieldsSetting(forms, ({ token, username, mode, api, pages }): TelegramBotSettings => ({
      ...{ token, botId: Number(token.split(':', 1)[0]), username: username.replace('@', '') },
      mode: mode === 'webhook' ? 'webhook' : 'polling',
      api,
      ...{ chats: pages || 'https://t.me', login: pages || 'https://oauth.telegram.org' },
    })),
    accepts:
      'token=<token of BotFather>&username=<name of the bot>, and perhaps mode=polling|webhook, api=, pages=',
    description:
      'The bot that subscribers write to in Telegram. `webhook` needs EKRAN_PUBLIC_URL with https; `polling` works ' +
      'without it. Without the setting there is no bot. See docs/guides/telegram.md.',
    secret: true as const,
  },
} as const
