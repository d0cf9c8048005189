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

export async function sendEmail({ server, to, text }: EmailMessage): Promise<SendOutcome> {
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
    return { kind: 'sent' }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    transport.close()
  }
}

/** The server's response code only: its text may repeat an address or a login. */
function outcomeOf(error: unknown): SendOutcome {
  const [code, status] = ['code', 'responseCode'].map((name) =>
    typeof error === 'object' && error !== null ? (Reflect.get(error, name) as unknown) : undefined,
  )
  if (code === 'EAUTH') return failed('the mail server does not accept the login of EKRAN_MAIL', true)
  if (typeof status === 'number') return failed(`the mail server responded with ${status}`, status >= 500)
  if (code === 'ETIMEDOUT') return failed('no response of the mail server in time')
  return failed(code === 'ETLS' ? 'the mail server offers no encryption' : 'no connection to the mail server')
}
