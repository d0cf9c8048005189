/** The steps of a registration, in the contract's shape. */
import type * as z from 'zod/mini'
import { type Outcome, reject, respond } from '#contract/form/endpoint.ts'
import { type Pending as ShownPending, registration } from '#contract/accounts/registration.ts'
import type { CodeStep, Pending, Refusal } from '#server/registration/registration.ts'

type Shown = z.output<typeof ShownPending>

/** No further step is pending. */
export const finished: Pending = {
  state: 'done',
  resendAfterSec: 0,
  expiresInSec: 0,
  mayBeTelegram: false,
  ways: [],
}

export function presentPending({ state, resendAfterSec, expiresInSec, mayBeTelegram, ways }: Pending): Shown {
  return {
    state,
    resend_after_sec: resendAfterSec,
    expires_in_sec: expiresInSec,
    may_be_telegram: mayBeTelegram ? 1 : 0,
    ways: { item: [...ways] },
    captcha_url: state === 'captcha_link_sent' ? registration.captcha.path : '',
  }
}

type Failure = Refusal['failure'] | 'wrong_password'

export function rejectStep<const Reason extends Failure>({
  failure,
  values,
  retryAfterSec,
}: Refusal<Reason>): Outcome<never, Reason> {
  return reject(failure, {
    ...(values === undefined ? {} : { values }),
    ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
  })
}

/** A step that either continues or is refused. */
export function stepResponse<const Reason extends Failure>(step: CodeStep<Reason>): Outcome<Shown, Reason> {
  return step.kind === 'pending' ? respond(presentPending(step.pending)) : rejectStep(step)
}
