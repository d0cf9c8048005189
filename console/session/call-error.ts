/** Why a request to the console's endpoints did not succeed, in a form that a screen can show. */
import { englishFailures } from '#console/i18n/en/failures.ts'
import { formatSums } from '#contract/form/money.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'

export interface FieldProblem {
  readonly field: string
  readonly message: string
}

interface Refusal {
  /**
   * The contract's name of the failure; or `network`: no response; `unreadable`: one that is no response of this server;
   * `cancelled`: by the person.
   */
  readonly failure: string
  /** A sentence for the person. */
  readonly message: string
  readonly fields?: readonly FieldProblem[]
  readonly retryAfterSec?: number | undefined
  /** What stands in the sentence, by the names of its places. */
  readonly values?: Readonly<Record<string, string | number>> | undefined
}

export class CallError extends Error {
  readonly failure: string
  readonly fields: readonly FieldProblem[]
  readonly retryAfterSec: number | undefined

  constructor({ failure, message, fields = [], retryAfterSec }: Refusal) {
    super(message)
    this.name = 'CallError'
    this.failure = failure
    this.fields = fields
    this.retryAfterSec = retryAfterSec
  }
}

/** Whether the person has closed the dialog that a request waited for: nothing to report. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CallError && error.failure === 'cancelled'
}

/** The sentence of a refusal: the server's own, or the English one with the same values. */
export function sentenceOf(
  language: StaffLanguage,
  { failure, message, retryAfterSec, values = {} }: Refusal,
): string {
  if (language !== 'en' || !isNamed(failure)) return message
  const all = { ...(retryAfterSec === undefined ? {} : { seconds: retryAfterSec }), ...values }
  return englishFailures[failure].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = all[name as keyof typeof all] as string | number | undefined
    return typeof value === 'number' ? formatSums(value) : (value ?? '…')
  })
}

function isNamed(failure: string): failure is keyof typeof englishFailures {
  return Object.hasOwn(englishFailures, failure)
}
