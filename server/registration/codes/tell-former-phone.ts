import type { Language } from '#contract/form/failures.ts'
import type { Messages } from '#server/messages/messages.ts'
import type { Log } from '#server/platform/log/log.ts'
import { phoneChangedMessage, phoneRemovedMessage } from './message-texts.ts'
import { maskedPhone } from './mobile-phone.ts'

/**
 * Tells the former phone of an account that another one has replaced it, or none (`phone` null): it may be the last
 * warning to its owner. `service` is the name of the service in the language. A failure is in the log; nothing is sent
 * where no SMS are sent.
 */
export async function tellFormerPhone(
  {
    messages,
    log,
  }: {
    readonly messages: Pick<Messages, 'canSend' | 'sendSms'> | undefined
    readonly log: Pick<Log, 'warn'>
  },
  {
    former,
    phone,
    language,
    service,
  }: {
    readonly former: string
    readonly phone: string | null
    readonly language: Language
    readonly service: string
  },
): Promise<void> {
  if (messages === undefined || !messages.canSend().sms) return
  const text =
    phone === null
      ? phoneRemovedMessage(language, service)
      : phoneChangedMessage(language, maskedPhone(phone), service)
  const sent = await messages.sendSms({ phone: former, text })
  if (sent.kind === 'failed') log.warn('registration.former_phone_not_notified', { reason: sent.reason })
}
