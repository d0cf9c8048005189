/**
 * Where the message of a rejection belongs: beside a field, or above the button, with a countdown where one is
 * required.
 */
import type { CallResult } from '#contract/client.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { waitOf, type Wait } from './wait.ts'

/** `old` and `repeat` are fields of the page that changes a password. */
export type FieldName = 'who' | 'phone' | 'terms' | 'code' | 'name' | 'password' | 'old' | 'repeat'

/** Why the viewer has to wait; the text is in the dictionary. */
export type WaitReason = 'tooMany' | 'addressLimit' | 'busy'

export interface Trouble {
  readonly fields: Partial<Record<FieldName, string>>
  readonly form?: string
  readonly wait?: { readonly reason: WaitReason; readonly wait: Wait }
  /** Network failure: the message disappears when the connection is back. */
  readonly isLost?: true
  /** The failure code, for screens that react to one. */
  readonly failure?: FailureCode
}
export const noTrouble: Trouble = { fields: {} }

type Bad = Exclude<CallResult<unknown>, { kind: 'ok' }>

const fieldOfFailure: Partial<Record<FailureCode, FieldName>> = {
  wrong_credentials: 'password',
  weak_password: 'password',
  wrong_phone: 'phone',
  terms_needed: 'terms',
  wrong_code: 'code',
  code_spent: 'code',
}
const fieldOfInput: Readonly<Record<string, FieldName>> = {
  phone_number: 'who',
  abonement: 'who',
  mobile_phone_number: 'phone',
  phone: 'phone',
  terms: 'terms',
  code: 'code',
  name: 'name',
  password: 'password',
  new_password: 'password',
}
const waits: Partial<Record<FailureCode, WaitReason>> = {
  too_many_requests: 'tooMany',
  captcha_limit: 'tooMany',
  too_soon: 'tooMany',
  address_limit: 'addressLimit',
  busy: 'busy',
}

/** `noConnection` is the text for a lost connection. */
export function troubleOf(bad: Bad, noConnection: string, nowMs: number): Trouble {
  if (bad.kind === 'unreachable') return { fields: {}, form: noConnection, isLost: true }
  const { failure, message, retryAfterSec } = bad
  const reason = waits[failure]
  if (reason !== undefined && retryAfterSec !== undefined && retryAfterSec > 0)
    return { fields: {}, wait: { reason, wait: waitOf(retryAfterSec, nowMs) }, failure }
  const field = fieldOfFailure[failure]
  if (field !== undefined) return { fields: { [field]: message }, failure }
  const fields = Object.fromEntries(
    bad.fields.flatMap((problem) => {
      const name = fieldOfInput[problem.field]
      return name === undefined ? [] : [[name, problem.message]]
    }),
  )
  return Object.keys(fields).length > 0 ? { fields, failure } : { fields: {}, form: message, failure }
}
