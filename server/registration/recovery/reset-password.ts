import { passwordMessage } from '#server/registration/codes/message-texts.ts'
import { maskedPhone, mobilePhone } from '#server/registration/codes/mobile-phone.ts'
import {
  type Caller,
  type ModuleDeps,
  busy,
  refused,
  type CodeStep,
  type CodeFailure,
  type CodeInput,
} from '#server/registration/codes/deps.ts'
import { giveTryBack } from '#server/registration/codes/count-guesses.ts'
import { endCode, giveCodeBack } from '#server/registration/codes/one-time-code.ts'
import { codeRight, done, sendCode } from '#server/registration/codes/send-code.ts'
import { guessCode } from '#server/registration/codes/try-code.ts'
import { judgePassword, generatePassword, networkOf } from '#server/accounts/accounts.ts'

export interface ResetInput extends CodeInput {
  /** 1: only check whether the code is right. */
  readonly check?: number | undefined
  readonly new_password?: string | undefined
}

export type ResetOutcome = CodeStep<CodeFailure | 'weak_password' | 'busy'>

/**
 * First sends a code, then sets a new password with it: the given one, or a generated one that is sent by SMS. A
 * phone without an account goes through the same steps with the same responses, and no message is ever awaited.
 */
export async function resetPassword(
  deps: ModuleDeps,
  input: ResetInput,
  caller: Caller,
): Promise<ResetOutcome> {
  const phone = mobilePhone(input.mobile_phone_number ?? '')
  if (phone === undefined) return refused('wrong_phone')
  const { code } = input
  if (code && input.check === 1) return showCode(deps, { purpose: 'reset', phone, code }, caller)
  if (code) return setNewPassword(deps, { phone, code, newPassword: input.new_password }, caller)
  const account = await deps.accounts.findByPhone(phone)
  const way = input.send_call === 1 ? 'call' : 'sms'
  const request = { purpose: 'reset', phone, way, captcha: input.captcha ?? '' } as const
  return sendCode(deps, { ...request, isSilent: account === undefined }, caller)
}

async function setNewPassword(
  deps: ModuleDeps,
  reset: { readonly phone: string; readonly code: string; readonly newPassword: string | undefined },
  caller: Caller,
): Promise<ResetOutcome> {
  const { phone, code, newPassword: target } = reset
  if (target && judgePassword(target, [phone]) !== 'good') return refused('weak_password')
  const tried = await guessCode(deps, { purpose: 'reset', phone, code }, caller)
  if (tried.kind === 'refused') return tried
  if (!(await endCode(deps.db, tried.codeId, deps.clock.nowMs()))) return refused('code_spent')
  const account = await deps.accounts.findByPhone(phone)
  // The account was deleted, or has another phone, since the code was sent.
  if (account === undefined) return refused('code_spent')
  const by = { actor: 'viewer', address: caller.clientAddress } as const
  const password = target || generatePassword(deps.random)
  if (!target && !(await sendPassword(deps, phone, password, caller))) {
    await giveCodeBack(deps.db, tried.codeId)
    return refused('external_api_error')
  }
  const outcome = await deps.accounts.setPassword(account.accountId, password, undefined, by)
  if (outcome.kind === 'busy') {
    await giveCodeBack(deps.db, tried.codeId)
    return busy
  }
  deps.pumping.count('used')
  const facts = { phone: maskedPhone(phone), way: tried.way, ended_sessions: outcome.endedSessions }
  const { accountId } = account
  void deps.audit.record({ ...by, event: 'password_reset', accountId, facts })
  return { kind: 'pending', pending: done }
}

/** Sent before it is set: if the message failed, the owner would be locked out by an unknown password. */
async function sendPassword(
  deps: ModuleDeps,
  phone: string,
  password: string,
  caller: Caller,
): Promise<boolean> {
  const { language, serviceId } = caller
  const text = passwordMessage(language, password, deps.serviceName(language, serviceId))
  const sent = await deps.messages.sendSms({ phone, text })
  if (sent.kind === 'failed') deps.log.warn('registration.reset_not_sent', { reason: sent.reason })
  return sent.kind !== 'failed'
}

/** The code alone: it is checked at once, and the person chooses a password after that. */
async function showCode(
  deps: ModuleDeps,
  guess: { readonly purpose: 'reset'; readonly phone: string; readonly code: string },
  caller: Caller,
): Promise<ResetOutcome> {
  const tried = await guessCode(deps, guess, caller)
  if (tried.kind === 'refused') return tried
  await giveTryBack(deps.db, tried.codeId, networkOf(caller.clientAddress))
  return { kind: 'pending', pending: codeRight }
}
