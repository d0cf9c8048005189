import { mobilePhone } from './mobile-phone.ts'
import { type Caller, type ModuleDeps, refused, type CodeStep, type CodeFailure } from './deps.ts'
import { dayMs } from './rules.ts'
import { sendCode } from './send-code.ts'

/** Named as in the specification. */
export interface ResendInput {
  readonly phone: string
  readonly send_call?: number | undefined
  readonly captcha?: string | undefined
}

export type ResendOutcome = CodeStep<CodeFailure | 'registration_off'>

/** Sends the code of a registration once more. A registration that was not started has no code to resend. */
export async function resendCode(
  deps: ModuleDeps,
  input: ResendInput,
  caller: Caller,
): Promise<ResendOutcome> {
  if (deps.rules.ways.length === 0) return refused('registration_off')
  const phone = mobilePhone(input.phone)
  if (phone === undefined) return refused('wrong_phone')
  const row = await deps.db
    .selectFrom('code_request')
    .select('request_id')
    .where('phone', '=', phone)
    .where('purpose', '=', 'register')
    .where('requested_at', '>', new Date(deps.clock.nowMs() - dayMs))
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return refused('code_spent')
  const way = input.send_call === 1 ? 'call' : 'sms'
  const request = { purpose: 'register', phone, way, captcha: input.captcha ?? '', isSilent: false } as const
  return sendCode(deps, request, caller)
}
