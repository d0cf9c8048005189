/** What became of each step of a test, in words. Pure. */
import type { TestStepName, TestWord } from '#contract/form/outside-services.ts'

export interface TriedStep {
  readonly step: TestStepName
  readonly isOk: boolean
  readonly word: TestWord
  /** A short code such as `http_500`; never what was sent. */
  readonly detail: string
}

/** A step that went well. */
export function wentWell(step: TestStepName, word: 'done' | 'answers', detail = ''): TriedStep {
  return { step, isOk: true, word, detail: codeOf(detail) }
}

/** A step that failed, by a short code of ours. */
export function wentWrong(step: TestStepName, reason: string, isAccount = false): TriedStep {
  return { step, isOk: false, word: isAccount ? 'login_refused' : wordOf(reason), detail: codeOf(reason) }
}

function wordOf(reason: string): TestWord {
  if (/timeout/.test(reason)) return 'timeout'
  if (/no_connection|not_bound|connection/.test(reason)) return 'no_connection'
  if (reason === 'local_address') return 'local_address'
  if (reason === 'not_encrypted') return 'not_encrypted'
  if (/wrong_key|login|token_http_4|http_40[13]$/.test(reason)) return 'login_refused'
  return /http_[45]\d\d$|status_|smpp_|refused|too_long|unregistered|token|throttle|mismatch/.test(reason)
    ? 'refused'
    : 'unexpected'
}

function codeOf(reason: string): string {
  return reason.replace(/[^\w.-]/g, '').slice(0, 60)
}
