/** Calls of the Bot API by grammY, with a time limit, and what became of each. */
import { Api, GrammyError, HttpError } from 'grammy'
import type { TelegramBotSettings } from '#server/platform/settings/telegram-settings.ts'
import { nativeFetch } from './native-fetch.ts'

/** Of one call, except long polling. Longer than connecting takes, so that a timeout says that something was sent. */
export const callLimitSec = 15

/** What became of a call. `reason` is a short code and never has what was sent. */
export type CallOutcome =
  | { readonly kind: 'sent' }
  /** The person has blocked the bot, or has no account any more. */
  | { readonly kind: 'blocked' }
  /** Telegram refuses this message; the next one may be accepted. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It was sent, and no answer came: it may have arrived. */
  | { readonly kind: 'unclear'; readonly reason: string }
  | CallFailure

/** Nothing arrived, and a later attempt may succeed. */
export interface CallFailure {
  readonly kind: 'throttled' | 'down' | 'wrong_token'
  readonly reason: string
  /** Telegram's own request. */
  readonly retryAfterMs?: number
}

/** What every client of the bot is created with. */
export function clientOptions({ api }: Pick<TelegramBotSettings, 'api'>, timeoutSeconds = callLimitSec) {
  return { apiRoot: api, timeoutSeconds, fetch: nativeFetch, sensitiveLogs: false }
}

/** The methods of the Bot API. */
export function openApi(settings: TelegramBotSettings): Api {
  return new Api(settings.token, clientOptions(settings))
}

/** What an error of a call means; of another error undefined. */
export function outcomeOf(error: unknown): Exclude<CallOutcome, { kind: 'sent' }> | undefined {
  if (error instanceof GrammyError) return ofAnswer(error)
  if (!(error instanceof HttpError)) return undefined
  const reason = codeOf(error.error)
  return notSent.has(reason) ? { kind: 'down', reason } : { kind: 'unclear', reason }
}

function ofAnswer({
  error_code: code,
  description,
  parameters,
}: GrammyError): Exclude<CallOutcome, { kind: 'sent' }> {
  const reason = `http_${code}`
  if (code === 429) {
    const { retry_after: sec = 1 } = parameters
    return { kind: 'throttled', reason, retryAfterMs: sec * 1000 }
  }
  if (code === 403 || /chat not found|user is deactivated/.test(description)) return { kind: 'blocked' }
  if (code === 401 || code === 404) return { kind: 'wrong_token', reason }
  return code >= 500 ? { kind: 'down', reason } : { kind: 'refused', reason }
}

/** The connection was not made, so nothing was sent. */
const notSent: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['EPROTO', 'CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])

/** The code of an error, or of the error that caused it. */
function codeOf(error: unknown): string {
  for (let one = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth += 1)
    if ('code' in one && typeof one.code === 'string') return one.code
  return 'no_answer'
}
