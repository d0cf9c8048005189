/** A test message of the bot to the Telegram of a subscriber. */
import { findSubscriberLink, tryBot } from '#server/telegram/telegram.ts'
import { whyUnreachable } from '#server/platform/guarded-request/guarded-request.ts'
import { parseSetting } from '#server/platform/settings/settings.ts'
import type { OutsideServiceDeps } from '#server/outside-services/services/deps.ts'
import { type TriedStep, wentWell, wentWrong } from './steps.ts'

type BotTried =
  | {
      readonly kind: 'tried'
      readonly steps: readonly TriedStep[]
      readonly host: string
      readonly accountId?: number
    }
  | { readonly kind: 'not_set' | 'wrong_target' | 'no_device' }

/** `to`: the number of a subscriber with Telegram; '' tries the token alone. */
export async function tryTelegramBot(
  { db, live }: Pick<OutsideServiceDeps, 'db' | 'live'>,
  text: string,
  to: string,
): Promise<BotTried> {
  if (!/^\d{0,20}$/.test(to)) return { kind: 'wrong_target' }
  const read = parseSetting('EKRAN_TELEGRAM_BOT', text)
  if (read.kind === 'wrong' || read.value === undefined) return { kind: 'not_set' }
  const why = await whyUnreachable(read.value.api, live.settings.EKRAN_WEBHOOK_LOCAL)
  if (why !== undefined) return { kind: 'tried', steps: [wentWrong('login', why)], host: '' }
  const link = to === '' ? undefined : await findSubscriberLink(db, to)
  if (to !== '' && link === undefined) return { kind: 'no_device' }
  const tried = await tryBot(read.value, link?.userId)
  const whose = link === undefined ? {} : { accountId: link.accountId }
  return { kind: 'tried', steps: stepsOf(tried, link !== undefined), host: '', ...whose }
}

function stepsOf(tried: Awaited<ReturnType<typeof tryBot>>, sends: boolean): readonly TriedStep[] {
  const login = wentWell('login', 'answers')
  switch (tried.kind) {
    case 'done':
      return sends ? [login, wentWell('message', 'done')] : [login]
    case 'other_name':
      return [wentWrong('login', 'other_bot_name_mismatch')]
    case 'failed':
      return tried.step === 'login'
        ? [wentWrong('login', tried.reason)]
        : [login, wentWrong('message', tried.reason)]
  }
}
