import { maskedPhone, mobilePhone } from './mobile-phone.ts'
import type { Caller, Refusal, RoomNeeds } from './needs.ts'
import { refused } from './needs.ts'
import { endCode } from './one-time-code.ts'
import { done, sendCode, type Pending } from './send-code.ts'
import { guessCode } from './try-code.ts'
import type { FailureOf, ParsedOf } from '#contract/endpoint.ts'
import type { registration } from '#contract/registration.ts'

type Call = (typeof registration)['confirmPhone']
export type ConfirmOutcome =
  | { readonly kind: 'answer'; readonly data: Pending }
  | Refusal<FailureOf<Call> | 'invalid_input'>

/** Gives the account a phone: first sends a code to it, then takes the phone with the code. */
export async function confirmPhone(
  needs: RoomNeeds,
  input: ParsedOf<Call>,
  accountId: number,
  caller: Caller,
): Promise<ConfirmOutcome> {
  const phone = mobilePhone(input.mobile_phone_number ?? '')
  if (phone === undefined) return refused('wrong_phone')
  if (input.code) return takePhone(needs, { accountId, phone, code: input.code }, caller)
  const way = input.send_call === 1 ? 'call' : 'sms'
  const wish = {
    purpose: 'confirm_phone',
    phone,
    way,
    captcha: input.captcha ?? '',
    isSilent: false,
  } as const
  const asked = await sendCode(needs, wish, caller)
  return asked.kind === 'pending' ? { kind: 'answer', data: asked.pending } : asked
}

async function takePhone(
  needs: RoomNeeds,
  given: { readonly accountId: number; readonly phone: string; readonly code: string },
  caller: Caller,
): Promise<ConfirmOutcome> {
  const { accountId, phone, code } = given
  const tried = await guessCode(needs, { purpose: 'confirm_phone', phone, code }, caller, accountId)
  if (tried.kind === 'refused') return tried
  if (!(await endCode(needs.db, tried.codeId, needs.clock.nowMs()))) return refused('code_spent')
  needs.pumping.count('used')
  // Told to whoever holds the phone.
  if ((await needs.accounts.givePhone(accountId, phone)) === 'taken') return refused('phone_registered')
  void needs.audit.record({
    event: 'phone_confirmed',
    accountId,
    actor: 'viewer',
    address: caller.clientAddress,
    facts: { phone: maskedPhone(phone), way: tried.way },
  })
  return { kind: 'answer', data: done }
}
