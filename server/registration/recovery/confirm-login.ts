import { maskedPhone, mobilePhone } from '#server/registration/codes/mobile-phone.ts'
import {
  type Caller,
  type ModuleDeps,
  refused,
  type CodeStep,
  type CodeInput,
} from '#server/registration/codes/deps.ts'
import { endCode } from '#server/registration/codes/one-time-code.ts'
import { done, sendCode } from '#server/registration/codes/send-code.ts'
import { guessCode } from '#server/registration/codes/try-code.ts'

export type ConfirmLoginOutcome = CodeStep

/**
 * Lets an owner log in whose password is guessed from many networks: a client that enters the code sent to the
 * account's phone may log in from its network. The login itself still needs the password. A phone without an account
 * goes through the same steps with the same responses.
 */
export async function confirmLogin(
  deps: ModuleDeps,
  input: CodeInput,
  caller: Caller,
): Promise<ConfirmLoginOutcome> {
  const phone = mobilePhone(input.mobile_phone_number ?? '')
  if (phone === undefined) return refused('wrong_phone')
  if (input.code) return takeCode(deps, phone, input.code, caller)
  const account = await deps.accounts.findByPhone(phone)
  const way = input.send_call === 1 ? 'call' : 'sms'
  const request = { purpose: 'login', phone, way, captcha: input.captcha ?? '' } as const
  return sendCode(deps, { ...request, isSilent: account === undefined }, caller)
}

async function takeCode(
  deps: ModuleDeps,
  phone: string,
  code: string,
  caller: Caller,
): Promise<ConfirmLoginOutcome> {
  const tried = await guessCode(deps, { purpose: 'login', phone, code }, caller)
  if (tried.kind === 'refused') return tried
  if (!(await endCode(deps.db, tried.codeId, deps.clock.nowMs()))) return refused('code_spent')
  const account = await deps.accounts.findByPhone(phone)
  // The account was deleted, or has another phone, since the code was sent.
  if (account === undefined) return refused('code_spent')
  const { accountId } = account
  await deps.accounts.trustNetwork(accountId, caller.clientAddress)
  deps.pumping.count('used')
  const facts = { phone: maskedPhone(phone), way: tried.way }
  const { clientAddress: address } = caller
  void deps.audit.record({ event: 'login_confirmed', actor: 'viewer', accountId, address, facts })
  return { kind: 'pending', pending: done }
}
