import type { MessageTexts } from '#contract/console/message-texts.ts'
import type { Messages } from '#server/messages/messages.ts'
import { writeNotifications } from '#server/notifications/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import { readRecipients } from './recipients.ts'
import { renderMessage } from './render-message.ts'

export type TestSent =
  | { readonly kind: 'sent' }
  | { readonly kind: 'missing' }
  /** `no_value`, `no_phone`, or a gateway's reason. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Sends a message to one subscriber at once, whatever campaigns, caps and hours say. */
export async function sendTest(
  deps: { readonly db: Db; readonly messages: Pick<Messages, 'sendSms'>; readonly nowMs: number },
  test: { readonly accountId: number; readonly texts: MessageTexts; readonly medium: 'app' | 'sms' },
): Promise<TestSent> {
  const { db, messages, nowMs } = deps
  const { accountId, texts, medium } = test
  const recipient = (await readRecipients(db, [accountId], { nowMs, capDays: 1 })).get(accountId)
  if (recipient === undefined) return { kind: 'missing' }
  const [ru, uz] = (['ru', 'uz'] as const).map((language) => renderMessage(texts, language, recipient.values))
  for (const rendering of [ru, uz])
    if (rendering?.kind === 'missing') return { kind: 'refused', reason: `{${rendering.field}}` }
  if (ru?.kind !== 'rendered' || uz?.kind !== 'rendered') return { kind: 'refused', reason: 'no_value' }
  if (medium === 'sms') {
    if (recipient.phone === null) return { kind: 'refused', reason: 'no_phone' }
    const text = (recipient.language === 'uz' ? uz : ru).message.sms
    const outcome = await messages.sendSms({ phone: recipient.phone, text })
    return outcome.kind === 'sent' ? { kind: 'sent' } : { kind: 'refused', reason: outcome.reason }
  }
  await writeNotifications(db, [
    {
      ...{ accountId, href: texts.href, createdAtMs: nowMs },
      title: { ru: ru.message.title, uz: uz.message.title },
      body: { ru: ru.message.body, uz: uz.message.body },
    },
  ])
  return { kind: 'sent' }
}
