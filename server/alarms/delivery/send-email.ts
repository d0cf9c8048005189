/** An e-mail by the server of the settings. */
import { createTransport } from 'nodemailer'
import type { MailServer } from '#server/platform/settings/alarm-settings.ts'
import type { MessageText } from './message-text.ts'
import { failed, type SendOutcome } from './send-outcome.ts'

const timeoutMs = 15_000

export interface EmailMessage {
  readonly server: MailServer
  readonly to: string
  readonly text: MessageText
}

/** Why an e-mail was not taken: the server's code only, since its text may repeat an address or a login. */
export type MailProblem =
  | { readonly kind: 'login_refused' | 'timeout' | 'not_encrypted' | 'no_connection' }
  | { readonly kind: 'refused'; readonly status: number }

export async function sendEmail(message: EmailMessage): Promise<SendOutcome> {
  const problem = await postEmail(message)
  if (problem === undefined) return { kind: 'sent' }
  switch (problem.kind) {
    case 'login_refused':
      return failed('the mail server does not accept the login of EKRAN_MAIL', true)
    case 'refused':
      return failed(`the mail server responded with ${problem.status}`, problem.status >= 500)
    case 'timeout':
      return failed('no response of the mail server in time')
    case 'not_encrypted':
      return failed('the mail server offers no encryption')
    case 'no_connection':
      return failed('no connection to the mail server')
  }
}

/** Sends an e-mail; undefined when the server took it. */
export async function postEmail({ server, to, text }: EmailMessage): Promise<MailProblem | undefined> {
  const { host, port, isSecure, login, from } = server
  const isHere = host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
  const transport = createTransport({
    ...{ host, port, secure: isSecure },
    // A password never goes over a network in the clear.
    requireTLS: !isSecure && login !== undefined && !isHere,
    ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password } }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  try {
    await transport.sendMail({ from, to, subject: text.subject, text: text.body })
    return undefined
  } catch (error) {
    return problemOf(error)
  } finally {
    transport.close()
  }
}

function problemOf(error: unknown): MailProblem {
  const [code, status] = ['code', 'responseCode'].map((name) =>
    typeof error === 'object' && error !== null ? (Reflect.get(error, name) as unknown) : undefined,
  )
  if (code === 'EAUTH') return { kind: 'login_refused' }
  if (typeof status === 'number') return { kind: 'refused', status }
  if (code === 'ETIMEDOUT') return { kind: 'timeout' }
  return { kind: code === 'ETLS' ? 'not_encrypted' : 'no_connection' }
}
