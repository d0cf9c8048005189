/** The requests behind a confirmation code; registration and recovery differ only in endpoint names. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { registration } from '#contract/accounts/registration.ts'
import { call } from '#web/session/requests/api.ts'
import type { ThisDevice } from '#web/session/this-device.ts'
import { arrival } from '#web/session/utm.ts'
import { passingCaptcha } from '#web/features/captcha/passing-captcha.ts'
import { solveChallenge } from '#web/features/captcha/solve-challenge.ts'
import type { CodeWay, Purpose } from './stored-steps.ts'

interface Asking {
  readonly signal: AbortSignal
  /** Called when solving a captcha challenge starts. */
  readonly onSolving: () => void
}

/** The date in the comment as dd.mm.yyyy (specification, `account/register`). */
export function commentOf(nowMs: number): string {
  const [year, month, day] = new Date(nowMs + tashkentOffsetMs).toISOString().slice(0, 10).split('-')
  return `Site ${day}.${month}.${year}`
}

/** Sent with every registration: acceptance of the terms, the date, and the visitor's origin (ACC-13). */
function circumstances() {
  const { promo, ...from } = arrival()
  return {
    terms: 1,
    comment: commentOf(Date.now()),
    ...from,
    ...(promo === undefined ? {} : { promo_code: promo }),
  }
}

function by(way: CodeWay) {
  return way === 'call' ? { send_call: 1 } : { send_sms: 1 }
}

function withCaptcha(captcha: string | undefined) {
  return captcha === undefined ? {} : { captcha }
}

function solving({ signal, onSolving }: Asking) {
  return {
    challenge: () => call(registration.captcha, {}, signal),
    solve: (challenge: Parameters<typeof solveChallenge>[0]) => solveChallenge(challenge, signal),
    onSolving,
  }
}

/** Requests the first code. */
export function askForCode(purpose: Purpose, phone: string, way: CodeWay, asking: Asking) {
  return passingCaptcha({
    ...solving(asking),
    send: (captcha) => {
      const fields = { mobile_phone_number: phone, ...by(way), ...withCaptcha(captcha) }
      return purpose === 'register'
        ? call(registration.register, { ...fields, ...circumstances() }, asking.signal)
        : call(registration[callOf[purpose]], fields, asking.signal)
    },
  })
}

const callOf = { recover: 'resetPassword', confirm: 'confirmLogin' } as const

/** Requests another code; a registration started too long ago starts again. */
export async function askAgain(purpose: Purpose, phone: string, way: CodeWay, asking: Asking) {
  if (purpose !== 'register') return askForCode(purpose, phone, way, asking)
  const result = await passingCaptcha({
    ...solving(asking),
    send: (captcha) =>
      call(
        registration.rereg,
        { phone, ...(way === 'call' ? { send_call: 1 } : {}), ...withCaptcha(captcha) },
        asking.signal,
      ),
  })
  const isForgotten = result.kind === 'refused' && result.failure === 'code_spent'
  return isForgotten ? askForCode(purpose, phone, way, asking) : result
}

/**
 * Submits the code alone: a correct one stays valid for the request that sends the password. The code of a login is
 * consumed at once, and the password is sent with the login that follows.
 */
export function tryCode(purpose: Purpose, phone: string, code: string) {
  const shown = { mobile_phone_number: phone, code }
  if (purpose === 'confirm') return call(registration.confirmLogin, shown)
  if (purpose === 'recover') return call(registration.resetPassword, { ...shown, check: 1 })
  return call(registration.register, { ...shown, check: 1, ...circumstances() })
}

export interface NewAccount {
  readonly name: string
  readonly password: string
  readonly device: ThisDevice
}

function wordsOf({ name, password, device }: NewAccount) {
  return {
    ...circumstances(),
    ...device,
    password,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
  }
}

/** Creates the account with the code. */
export function registerByCode(phone: string, code: string, account: NewAccount) {
  return call(registration.register, { mobile_phone_number: phone, code, ...wordsOf(account) })
}

/** Creates an account without a confirmed phone; a phone sent along is only a contact. */
export function registerUnseen(phone: string | null, account: NewAccount, asking: Asking) {
  return passingCaptcha({
    ...solving(asking),
    send: (captcha) =>
      call(
        registration.register,
        {
          ...(phone === null ? {} : { mobile_phone_number: phone }),
          ...wordsOf(account),
          ...withCaptcha(captcha),
        },
        asking.signal,
      ),
  })
}

export function setPassword(phone: string, code: string, password: string) {
  return call(registration.resetPassword, { mobile_phone_number: phone, code, new_password: password })
}
