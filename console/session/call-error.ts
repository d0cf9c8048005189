/** Why a request to the console's endpoints did not succeed, in a form that a screen can show. */
import { englishFailures } from '#console/i18n/en/failures.ts'
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

/** The sentence of a refusal: the server's own, or the English one. `limit` is read from the server's sentence. */
export function sentenceOf(language: StaffLanguage, { failure, message, retryAfterSec }: Refusal): string {
  if (language !== 'en' || !isNamed(failure)) return message
  const limit = /\d+/.exec(message)?.[0] ?? ''
  return englishFailures[failure]
    .replace('{seconds}', String(retryAfterSec ?? limit))
    .replace('{limit}', limit)
}

function isNamed(failure: string): failure is keyof typeof englishFailures {
  return Object.hasOwn(englishFailures, failure)
}
