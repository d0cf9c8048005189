import { maskedPhone, mobilePhone } from '#server/registration/codes/mobile-phone.ts'
import {
  type Caller,
  type Refusal,
  type ModuleDeps,
  busy,
  refused,
  wrongField,
  type CodeStep,
  type CodeFailure,
  type CodeInput,
} from '#server/registration/codes/deps.ts'
import { endCode } from '#server/registration/codes/one-time-code.ts'
import { done, sendCode } from '#server/registration/codes/send-code.ts'
import { tellFormerPhone } from '#server/registration/codes/tell-former-phone.ts'
import { guessCode } from '#server/registration/codes/try-code.ts'

export interface ConfirmPhoneInput extends CodeInput {
  /** The account's password, required with the code. */
  readonly password?: string | undefined
}

export type ConfirmOutcome = CodeStep<CodeFailure | 'phone_registered' | 'wrong_password' | 'busy'>

/**
 * Sets the account's phone: first sends a code to it, then accepts the phone with the code and the password. The
 * phone gives control of the account, so a session alone, which may be stolen, is not enough; and the former phone is
 * notified.
 */
export async function confirmPhone(
  deps: ModuleDeps,
  input: ConfirmPhoneInput,
  accountId: number,
  caller: Caller,
): Promise<ConfirmOutcome> {
  const phone = mobilePhone(input.mobile_phone_number ?? '')
  if (phone === undefined) return refused('wrong_phone')
  if (input.code)
    return takePhone(deps, { accountId, phone, code: input.code, password: input.password }, caller)
  // Counted here and not by the endpoint's declaration: only requests that send a code count, the code itself has its
  // own limits.
  const spent = await deps.confirmations.spend(String(accountId))
  if (spent.kind === 'refused') return { ...refused('too_many_requests'), retryAfterSec: spent.retryAfterSec }
  const way = input.send_call === 1 ? 'call' : 'sms'
  const request = {
    purpose: 'confirm_phone',
    phone,
    way,
    captcha: input.captcha ?? '',
    isSilent: false,
  } as const
  return sendCode(deps, request, caller)
}

interface PhoneProof {
  readonly accountId: number
  readonly phone: string
  readonly code: string
  readonly password: string | undefined
}

async function takePhone(deps: ModuleDeps, params: PhoneProof, caller: Caller): Promise<ConfirmOutcome> {
  const { accountId, phone, code } = params
  const unproven = await unprovenOf(deps, params, caller)
  if (unproven !== undefined) return unproven
  const tried = await guessCode(deps, { purpose: 'confirm_phone', phone, code }, caller, accountId)
  if (tried.kind === 'refused') return tried
  if (!(await endCode(deps.db, tried.codeId, deps.clock.nowMs()))) return refused('code_spent')
  deps.pumping.count('used')
  const former = (await deps.accounts.accountOf(accountId))?.phone ?? null
  // Revealed only to the phone's holder.
  if ((await deps.accounts.givePhone(accountId, phone)) === 'taken') return refused('phone_registered')
  void deps.audit.record({
    event: 'phone_confirmed',
    accountId,
    actor: 'viewer',
    address: caller.clientAddress,
    facts: {
      phone: maskedPhone(phone),
      way: tried.way,
      ...(former === null ? {} : { former: maskedPhone(former) }),
    },
  })
  const { language, serviceId } = caller
  const service = deps.serviceName(language, serviceId)
  if (former !== null && former !== phone)
    deps.goOn(tellFormerPhone(deps, { former, phone, language, service }))
  return { kind: 'pending', pending: done }
}

/** Checked before the code, so that a wrong password costs it no guess. */
async function unprovenOf(
  deps: ModuleDeps,
  { accountId, password }: PhoneProof,
  { clientAddress }: Caller,
): Promise<Refusal<'invalid_input' | 'wrong_password' | 'too_many_requests' | 'busy'> | undefined> {
  if (!password) return wrongField('password')
  const own = await deps.accounts.checkOwnPassword(accountId, password, clientAddress)
  switch (own.kind) {
    case 'right':
      return undefined
    case 'wrong':
      return refused('wrong_password')
    case 'too_many':
      return { ...refused('too_many_requests'), retryAfterSec: own.retryAfterSec }
    case 'busy':
      return busy
  }
}
