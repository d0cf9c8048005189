import { readHistory } from './code-history.ts'
import { codeMessage, telegramCode } from './message-texts.ts'
import { maskedPhone } from './mobile-phone.ts'
import { type Caller, type ModuleDeps, type Pending, type Refusal, refused, wrongField } from './deps.ts'
import { type NewCode, createCode, markByTelegram, writeOutcome } from './one-time-code.ts'
import {
  type AnyWay,
  type CodeDecision,
  type CodeWay,
  type Purpose,
  countdownSec,
  waysOpen,
} from './rules.ts'
import { codeLifeSec } from '#contract/form/constants.ts'
import type { Language } from '#contract/form/failures.ts'
import { networkOf } from '#server/accounts/accounts.ts'

export interface CodeRequest {
  readonly purpose: Purpose
  readonly phone: string
  readonly way: CodeWay
  /** The solved challenge as received, or ''. */
  readonly captcha: string
  /** No account has this phone, and the response must not reveal it. */
  readonly isSilent: boolean
}

type CodeRefusal = Refusal<
  | 'too_soon'
  | 'address_limit'
  | 'too_many_requests'
  | 'external_api_error'
  | 'captcha_wrong'
  | 'invalid_input'
>
export type CodeDelivery = { readonly kind: 'pending'; readonly pending: Pending } | CodeRefusal

/** Sends a code, or returns the reason why not, or the missing step. */
export async function sendCode(
  deps: ModuleDeps,
  request: CodeRequest,
  caller: Caller,
): Promise<CodeDelivery> {
  const { clock, codesPerHour } = deps
  const allowed = allowedWays(deps, request.purpose)
  const sendable = deps.messages.canSend()
  // Checked before anything that depends on the phone: a gateway outage affects all phones alike.
  if (!sendable[request.way]) return refused('external_api_error')
  const checked = request.captcha === '' ? undefined : await deps.captchas.check(request.captcha)
  if (checked?.kind === 'wrong') return refused('captcha_wrong')
  const client = { purpose: request.purpose, phone: request.phone, network: networkOf(caller.clientAddress) }
  const nowMs = clock.nowMs()
  const before = await readHistory(deps.db, client, codesPerHour, nowMs)
  const open = waysOpen(allowed, sendable, before.phoneSmsCount)
  if (!open.includes(request.way)) return wrongField(`send_${request.way}`)
  const made = await createCode(deps, { ...request, ...client, captcha: checked }, nowMs)
  if (made.kind === 'captcha_needed') return { kind: 'pending', pending: captchaNeeded(open) }
  if (made.kind !== 'made') {
    deps.pumping.count('refused')
    if (made.kind === 'too_many' && made.of === 'all') deps.pumping.allSpent()
    return refusalOf(made)
  }
  if (request.purpose === 'register') {
    const facts = { phone: maskedPhone(request.phone), way: request.way }
    const { clientAddress: address } = caller
    void deps.audit.record({ event: 'registration_begun', actor: 'viewer', address, facts })
  }
  // The next one after a code that was not entered goes by SMS: that is how a viewer says that Telegram did not help.
  const byTelegram =
    isSecret(request.purpose) &&
    request.way === 'sms' &&
    deps.telegramCodes?.isOn() === true &&
    !isFresh(before.phoneLatestMs, nowMs)
  const state = await delivered(deps, { ...request, byTelegram }, made, caller)
  if (state === 'failed') return refused('external_api_error')
  return {
    kind: 'pending',
    pending: {
      state,
      resendAfterSec: countdownSec(made.history, nowMs),
      expiresInSec: codeLifeSec,
      mayBeTelegram: byTelegram,
      ways: waysOpen(allowed, sendable, made.history.phoneSmsCount),
    },
  }
}

/** The setting limits registration only; existing accounts get codes by SMS and by call whatever it says. */
export function allowedWays(deps: Pick<ModuleDeps, 'rules'>, purpose: Purpose): readonly AnyWay[] {
  return purpose === 'register' ? deps.rules.ways : ['sms', 'call']
}

/** The response until a challenge is solved. */
export function captchaNeeded(ways: readonly AnyWay[]): Pending {
  return {
    state: 'captcha_link_sent',
    resendAfterSec: 0,
    expiresInSec: 0,
    mayBeTelegram: false,
    ways,
  }
}

/** The response when no further code can be sent. */
export const done: Pending = {
  state: 'done',
  resendAfterSec: 0,
  expiresInSec: 0,
  mayBeTelegram: false,
  ways: [],
}

/** The response to a right code that came without a password. */
export const codeRight: Pending = { ...done, state: 'code_right' }

type Delivered = Exclude<Pending['state'], 'captcha_link_sent' | 'code_right' | 'done'> | 'failed'

/** These are sent only to phones with an account, and the response must not reveal whether there is one. */
function isSecret(purpose: Purpose) {
  return purpose === 'reset' || purpose === 'login'
}

/** A code that may still be entered. */
function isFresh(latestMs: number | undefined, nowMs: number): boolean {
  return latestMs !== undefined && latestMs + codeLifeSec * 1000 > nowMs
}

type Delivery = CodeRequest & { readonly byTelegram: boolean }

/**
 * A reset and a login do not wait for the gateway: the time taken would reveal whether a message was sent.
 * The others send to every phone alike and report the result.
 */
async function delivered(
  deps: ModuleDeps,
  request: Delivery,
  made: NewCode,
  caller: Caller,
): Promise<Delivered> {
  if (!isSecret(request.purpose)) return deliver(deps, request, made, caller)
  if (made.code === undefined) deps.pumping.count('silent')
  else deps.goOn(deliverLater(deps, request, made, caller))
  return request.way === 'sms' ? 'sms_sent' : 'call_pending'
}

async function deliverLater(
  deps: ModuleDeps,
  request: Delivery,
  made: NewCode,
  caller: Caller,
): Promise<void> {
  // The response is sent first.
  await new Promise((resolve) => setImmediate(resolve))
  await deliver(deps, request, made, caller)
}

async function deliver(
  deps: ModuleDeps,
  request: Delivery,
  { code, requestId }: NewCode,
  { language, serviceId, host }: Pick<Caller, 'language' | 'serviceId' | 'host'>,
): Promise<Delivered> {
  if (code === undefined) return 'failed'
  const { phone, purpose } = request
  if (request.byTelegram && (await sentByTelegram(deps, request, { code, requestId, serviceId })))
    return 'sms_sent'
  const service = deps.serviceName(language, serviceId)
  const text = codeMessage(language, { purpose, code, service, host: deps.otpHost(host) })
  const sent =
    request.way === 'sms'
      ? await deps.messages.sendSms({ phone, text })
      : await deps.messages.callWithCode({ phone, code, language })
  const outcome = sent.kind === 'failed' ? 'failed' : 'sent'
  deps.pumping.count(outcome)
  const ends = !isSecret(purpose)
  await writeOutcome(deps.db, requestId, outcome, ends, deps.clock.nowMs())
  if (sent.kind === 'failed') return 'failed'
  deps.goOn(deps.pumping.check())
  if (sent.kind === 'sent') return 'sms_sent'
  return sent.kind === 'ringing' ? 'call_sent' : 'call_pending'
}

interface MadeCode {
  readonly code: string
  readonly requestId: number
  readonly serviceId: number
}

/** Nothing of it is in the response: it would reveal whose phone has an account with Telegram. */
async function sentByTelegram(
  deps: ModuleDeps,
  { phone, purpose }: CodeRequest,
  { code, requestId, serviceId }: MadeCode,
): Promise<boolean> {
  const textOf = (language: Language) =>
    telegramCode(language, { purpose, code, service: deps.serviceName(language, serviceId) })
  if ((await deps.telegramCodes?.send({ phone, textOf })) !== true) return false
  await markByTelegram(deps.db, requestId)
  await writeOutcome(deps.db, requestId, 'sent', false, deps.clock.nowMs())
  return true
}

type Refused = Exclude<CodeDecision, { kind: 'go' | 'captcha_needed' }> | { readonly kind: 'captcha_used' }

function refusalOf(decision: Refused): CodeRefusal {
  if (decision.kind === 'captcha_used') return refused('captcha_wrong')
  const { waitSec } = decision
  switch (decision.kind) {
    case 'too_soon':
      return { ...refused('too_soon'), values: { seconds: waitSec }, retryAfterSec: waitSec }
    case 'address_limit':
      return addressLimit(waitSec)
    case 'too_many':
      return { ...refused('too_many_requests'), retryAfterSec: waitSec }
  }
}

/** One network has sent too many requests. */
export function addressLimit(waitSec: number): Refusal<'address_limit'> {
  const minutes = Math.max(1, Math.ceil(waitSec / 60))
  return { ...refused('address_limit'), values: { minutes }, retryAfterSec: waitSec }
}
