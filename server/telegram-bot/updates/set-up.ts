/** Makes Telegram send updates in the way that is set, and gives it the list of commands. */
import { outcomeOf, type BotInUse } from '#server/telegram/telegram.ts'
import { say } from '#server/telegram-bot/talk/texts.ts'
import type { Log } from '#server/platform/log/log.ts'
import { updateKinds } from './poll.ts'

const commands = ['balance', 'tariffs', 'now', 'settings', 'unlink', 'help'] as const

export interface SetUpDeps {
  readonly inUse: BotInUse
  readonly log: Log
  /** Where updates are posted; undefined: this installation has no https address. */
  readonly webhookUrl: string | undefined
  readonly secret: string
}

/** May be repeated: it changes what differs. Never rejects; false: Telegram was not reached. */
export async function setUpBot({ inUse, log, webhookUrl, secret }: SetUpDeps): Promise<boolean> {
  const { api, settings } = inUse
  const isWebhook = settings.mode === 'webhook'
  if (isWebhook && webhookUrl === undefined) {
    log.error('telegram.webhook_needs_https')
    return false
  }
  try {
    const { url = '', last_error_message: problem } = await api.getWebhookInfo()
    if (isWebhook && problem !== undefined && url === webhookUrl)
      log.warn('telegram.webhook_failing', { problem: problem.slice(0, 200) })
    if (isWebhook && webhookUrl !== undefined)
      // Also when the address is right: the secret may be another one.
      await api.setWebhook(webhookUrl, { secret_token: secret, allowed_updates: [...updateKinds] })
    if (!isWebhook && url !== '') await api.deleteWebhook()
    for (const language of ['ru', 'uz'] as const)
      await api.setMyCommands(
        commands.map((command) => ({ command, description: say(language, `command.${command}`) })),
        language === 'uz' ? { language_code: 'uz' } : {},
      )
    return true
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome === undefined) throw error
    if (outcome.kind === 'wrong_token') log.error('telegram.token_rejected', { reason: outcome.reason })
    else log.warn('telegram.not_set_up', { kind: outcome.kind })
    return false
  }
}
