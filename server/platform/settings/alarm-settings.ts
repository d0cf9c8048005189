/** Settings of the ways on which alarms reach the staff. */
import * as z from 'zod/mini'
import { listOf, onOrOff, webAddress } from './setting-forms.ts'

/** A server that sends e-mail. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS. */
  readonly isSecure: boolean
  /** Undefined for a server that wants no login. */
  readonly login?: { readonly user: string; readonly password: string }
  readonly from: string
}

function readMailServer(text: string): MailServer | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isSecure = url.protocol === 'smtps:'
  const from = url.searchParams.get('from') ?? ''
  if ((!isSecure && url.protocol !== 'smtp:') || url.hostname === '') return undefined
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(from)) return undefined
  const user = decoded(url.username)
  const password = decoded(url.password)
  if (user === undefined || password === undefined) return undefined
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    ...(user === '' ? {} : { login: { user, password } }),
    from,
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export const alarmSettings = {
  EKRAN_MAIL: {
    schema: z.optional(
      z.pipe(
        z.string().check(
          z.trim(),
          z.refine((text) => readMailServer(text) !== undefined),
        ),
        z.transform((text: string) => readMailServer(text)),
      ),
    ),
    default: undefined,
    accepts:
      'smtp://user:password@mail.example.uz:587?from=ekran@example.uz, or smtps:// for TLS from the start',
    description:
      'The server that sends the e-mails of alarms. In the user and the password write `%40` for `@`. With a login the ' +
      'connection must be encrypted (STARTTLS or smtps), except to this machine. Without it alarms cannot go by e-mail.',
    secret: true,
  },
  EKRAN_TELEGRAM_API: {
    schema: webAddress(/^https?$/),
    default: 'https://api.telegram.org',
    accepts: 'an http or https address',
    description:
      'Where the Bot API of Telegram is, for the alarms that go there: another address where Telegram is reached through ' +
      'a server of one’s own.',
  },
  EKRAN_WEBHOOK_LOCAL: {
    schema: onOrOff,
    default: 'off',
    accepts: 'on or off',
    description:
      'Whether webhooks of alarms, and tests of outside services, may lead into the local network. Without it only ' +
      'public addresses are called, so that the console cannot be used to reach machines inside.',
  },
  EKRAN_WEBHOOK_HOSTS: {
    schema: z.optional(listOf(/^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/)),
    default: undefined,
    accepts:
      'hosts with commas between, with their port where it is not the usual one: billing.lan,10.0.0.5:8080',
    description:
      'Hosts inside the network that webhooks of events may call, also without TLS. All others must be public and https: ' +
      'a webhook cannot be used to reach machines inside.',
  },
} as const
