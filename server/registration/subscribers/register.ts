import { checkApplication, type Application } from './check-application.ts'
import { passwordMessage } from '#server/registration/codes/message-texts.ts'
import {
  type Caller,
  type Pending,
  type Refusal,
  type RegisterInput,
  type ModuleDeps,
  refused,
  wrongField,
} from '#server/registration/codes/deps.ts'
import { giveTryBack } from '#server/registration/codes/count-guesses.ts'
import { endCode, spendCaptcha } from '#server/registration/codes/one-time-code.ts'
import { holdsDay, waysOpen } from '#server/registration/codes/rules.ts'
import { allowedWays, captchaNeeded, codeRight, sendCode } from '#server/registration/codes/send-code.ts'
import { type Newcomer, subscribe } from './subscribe.ts'
import { guessCode } from '#server/registration/codes/try-code.ts'
import { deviceFactsOf, judgePassword, generatePassword, networkOf } from '#server/accounts/accounts.ts'
import { uuid } from '#server/platform/primitives/ids.ts'

export type RegisterOutcome =
  | { readonly kind: 'pending'; readonly pending: Pending }
  /** `token`: of the session that starts with it. */
  | { readonly kind: 'registered'; readonly token: string; readonly abonement: string }
  | Refusal

/**
 * One endpoint for all steps of a registration. Without a code it sends one, or requires a captcha where that is the
 * way; with them it creates the account. Whether the phone has an account is revealed only after its code was
 * entered.
 */
export async function register(
  deps: ModuleDeps,
  input: RegisterInput,
  caller: Caller,
): Promise<RegisterOutcome> {
  const checked = await checkApplication(deps, input)
  if (checked.kind === 'refused') return checked
  if (input.code) return registerByCode(deps, input, checked.application, caller)
  if (input.send_sms === 1 || input.send_call === 1) {
    const { phone } = checked.application
    if (phone === null) return refused('wrong_phone')
    const way = input.send_call === 1 ? 'call' : 'sms'
    const request = {
      purpose: 'register',
      phone,
      way,
      captcha: input.captcha ?? '',
      isSilent: false,
    } as const
    return sendCode(deps, request, caller)
  }
  return registerByCaptcha(deps, input, checked.application, caller)
}

async function registerByCode(
  deps: ModuleDeps,
  input: RegisterInput,
  application: Application,
  caller: Caller,
): Promise<RegisterOutcome> {
  const { phone } = application
  if (phone === null) return refused('wrong_phone')
  const guess = { purpose: 'register', phone, code: input.code ?? '' } as const
  if (input.check === 1) return showCode(deps, guess, caller)
  const unready = unreadyOf(input, phone)
  if (unready !== undefined) return unready
  // Checked before the code is used up: the generated password has to reach the person.
  if (!input.password && !deps.messages.canSend().sms) return refused('external_api_error')
  const made = input.password ? undefined : generatePassword(deps.random)
  const tried = await guessCode(deps, guess, caller)
  if (tried.kind === 'refused') return tried
  const nowMs = deps.clock.nowMs()
  const newcomer = newcomerOf(deps, input, application, caller, {
    way: tried.way,
    phone,
    unverifiedPhone: null,
    password: made ?? input.password ?? '',
    spendProof: async (trx) =>
      (await endCode(trx, tried.codeId, nowMs)) ? undefined : refused('code_spent'),
  })
  const outcome = await subscribe(deps, newcomer, caller)
  if (outcome.kind === 'refused') return outcome
  if (outcome.kind === 'registered') {
    if (made !== undefined) deps.goOn(sendPassword(deps, phone, made, caller))
    return registered(outcome)
  }
  // Revealed to the phone's owner only; the code is used up by it.
  return (await endCode(deps.db, tried.codeId, nowMs)) ? refused('phone_registered') : refused('code_spent')
}

/** A subscriber who did not receive it can get another one by a reset. */
async function sendPassword(
  deps: ModuleDeps,
  phone: string,
  password: string,
  caller: Caller,
): Promise<void> {
  const { language, serviceId } = caller
  const text = passwordMessage(language, password, deps.serviceName(language, serviceId))
  const sent = await deps.messages.sendSms({ phone, text })
  if (sent.kind === 'failed') deps.log.warn('registration.password_not_sent', { reason: sent.reason })
}

/** The code alone: it is checked at once, and the person chooses a password after that. */
async function showCode(
  deps: ModuleDeps,
  guess: { readonly purpose: 'register'; readonly phone: string; readonly code: string },
  caller: Caller,
): Promise<RegisterOutcome> {
  const tried = await guessCode(deps, guess, caller)
  if (tried.kind === 'refused') return tried
  if ((await deps.accounts.findByPhone(guess.phone)) !== undefined)
    return (await endCode(deps.db, tried.codeId, deps.clock.nowMs()))
      ? refused('phone_registered')
      : refused('code_spent')
  await giveTryBack(deps.db, tried.codeId, networkOf(caller.clientAddress))
  return { kind: 'pending', pending: codeRight }
}

async function registerByCaptcha(
  deps: ModuleDeps,
  input: RegisterInput,
  application: Application,
  caller: Caller,
): Promise<RegisterOutcome> {
  const allowed = allowedWays(deps, 'register')
  // Neither a code nor a way to get one, where a captcha alone is not enough.
  if (!allowed.includes('captcha')) return wrongField('send_sms')
  if (!input.captcha)
    return { kind: 'pending', pending: captchaNeeded(waysOpen(allowed, deps.messages.canSend(), 0)) }
  // The phone is not verified, so a password cannot be sent there.
  if (!input.password) return hasAgreed(input) ? wrongField('password') : refused('terms_needed')
  const unready = unreadyOf(input, application.phone)
  if (unready !== undefined) return unready
  const checked = await deps.captchas.check(input.captcha)
  if (checked.kind === 'wrong') return refused('captcha_wrong')
  const newcomer = newcomerOf(deps, input, application, caller, {
    way: 'captcha',
    phone: null,
    unverifiedPhone: application.phone,
    password: input.password,
    spendProof: async (trx) => ((await spendCaptcha(trx, checked)) ? undefined : refused('captcha_wrong')),
  })
  const outcome = await subscribe(deps, newcomer, caller)
  if (outcome.kind === 'registered') return registered(outcome)
  return outcome.kind === 'refused' ? outcome : refused('phone_registered')
}

function registered({ token, abonement }: { readonly token: string; readonly abonement: string }) {
  return { kind: 'registered' as const, token, abonement }
}

/** The specification has no field for the terms except the comment, dated with the day they were accepted. */
function hasAgreed({ terms, comment }: RegisterInput): boolean {
  return terms === 1 || (terms === undefined && comment !== undefined && holdsDay(comment))
}

/** What an account needs. Checked before the code, so that a mistake costs no guess. */
function unreadyOf(input: RegisterInput, phone: string | null): Refusal | undefined {
  if (!hasAgreed(input)) return refused('terms_needed')
  if (!input.password) return undefined
  const about = [phone ?? '', input.name ?? '']
  return judgePassword(input.password, about) === 'good' ? undefined : refused('weak_password')
}

function newcomerOf(
  deps: ModuleDeps,
  input: RegisterInput,
  application: Application,
  caller: Caller,
  proof: Pick<Newcomer, 'way' | 'phone' | 'unverifiedPhone' | 'password' | 'spendProof'>,
): Newcomer {
  const { clientId, dealerId, activationPeriod, comment } = application
  // A client without a device id gets one, because every session has a device.
  const device = deviceFactsOf({ ...input, device_uid: input.device_uid || uuid(deps.random) }, caller)
  return {
    ...proof,
    name: input.name ?? '',
    device,
    clientId,
    dealerId,
    activationPeriod,
    comment,
    promoCode: input.promo_code ?? '',
    utm: {
      source: input.utm_source ?? '',
      medium: input.utm_medium ?? '',
      campaign: input.utm_campaign ?? '',
    },
  }
}
