/** Test messages by SMS, call and e-mail. */
import { postEmail } from '#server/alarms/alarms.ts'
import { callOnce, type OnceSent, sendSmsOnce } from '#server/messages/messages.ts'
import type { OutsideServiceDeps } from '#server/outside-services/services/deps.ts'
import type { MailServer } from '#server/platform/settings/alarm-settings.ts'
import { type TriedStep, wentWell, wentWrong } from './steps.ts'

const smsText = 'Test: SMS ishlayapti / SMS rabotayut.'
/** The digits that a test call speaks. */
const spokenDigits = '123456'
const mailText = {
  subject: 'Проверка почты / Pochta tekshiruvi',
  body: 'Почта для тревог настроена.\nOgohlantirishlar uchun pochta sozlandi.\n',
}

/** Sends an SMS by a gateway in the format of `EKRAN_SMS_ROUTES`. */
export async function trySms(
  { random }: Pick<OutsideServiceDeps, 'random'>,
  route: string,
  phone: string,
): Promise<TriedStep> {
  return stepOf('message', await sendSmsOnce(route, { phone, text: smsText }, random))
}

/** Calls a phone by a gateway in the format of `EKRAN_VOICE_ROUTE`. */
export async function tryCall(
  { random }: Pick<OutsideServiceDeps, 'random'>,
  route: string,
  phone: string,
): Promise<TriedStep> {
  return stepOf('call', await callOnce(route, { phone, code: spokenDigits, language: 'ru' }, random))
}

/** Sends an e-mail by this server. */
export async function tryMail(server: MailServer, to: string): Promise<TriedStep> {
  const problem = await postEmail({ server, to, text: mailText })
  if (problem === undefined) return wentWell('message', 'done')
  if (problem.kind === 'refused') return wentWrong('message', `status_${problem.status}`)
  return wentWrong('message', problem.kind, problem.kind === 'login_refused')
}

function stepOf(step: 'message' | 'call', sent: OnceSent): TriedStep {
  return sent.kind === 'sent' ? wentWell(step, 'done') : wentWrong(step, sent.reason, sent.isAccount)
}
