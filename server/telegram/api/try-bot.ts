/** Tries a bot before or after it is set. */
import type { TelegramBotSettings } from '#server/platform/settings/telegram-settings.ts'
import { openApi, outcomeOf } from './bot-client.ts'

export type TriedBot =
  | { readonly kind: 'done' }
  /** The token belongs to a bot with another name. */
  | { readonly kind: 'other_name' }
  | { readonly kind: 'failed'; readonly step: 'login' | 'message'; readonly reason: string }

const text = 'Бот настроен. / Bot sozlandi.'

/** Asks the bot for its name, then sends a message to this person, if there is one. */
export async function tryBot(settings: TelegramBotSettings, userId: number | undefined): Promise<TriedBot> {
  const api = openApi(settings)
  try {
    const { username } = await api.getMe()
    if (username.toLowerCase() !== settings.username.toLowerCase()) return { kind: 'other_name' }
  } catch (error) {
    return { kind: 'failed', step: 'login', reason: reasonOf(error) }
  }
  try {
    if (userId !== undefined) await api.sendMessage(userId, text)
    return { kind: 'done' }
  } catch (error) {
    return { kind: 'failed', step: 'message', reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  const outcome = outcomeOf(error)
  if (outcome === undefined) return 'unexpected'
  if (outcome.kind === 'wrong_token') return 'wrong_key'
  if (outcome.kind === 'blocked') return 'refused'
  return outcome.kind === 'down' && !outcome.reason.startsWith('http_') ? 'no_connection' : outcome.reason
}
