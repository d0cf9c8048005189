/**
 * A request for which the server may require a captcha: solves the challenge and repeats the request with the
 * solution.
 */
import type { CallResult } from '#contract/client.ts'
import type { Challenge } from './solve.ts'

/** When a solution came too late or was already used, a new challenge is solved, at most this many times. */
const rounds = 3

export type Passed<Data> = CallResult<Data> | { readonly kind: 'unsolved' }

interface Passing<Data> {
  readonly send: (captcha?: string) => Promise<CallResult<Data>>
  readonly challenge: () => Promise<CallResult<Challenge>>
  /** Null when the challenge could not be solved on this device. */
  readonly solve: (challenge: Challenge) => Promise<string | null>
  /** Called when solving a challenge starts. */
  readonly onSolving: () => void
}

export async function passingCaptcha<Data extends { readonly state: string }>({
  send,
  challenge,
  solve,
  onSolving,
}: Passing<Data>): Promise<Passed<Data>> {
  let result = await send()
  for (let round = 0; round < rounds && isRequested(result); round++) {
    onSolving()
    const answer = await challenge()
    if (answer.kind !== 'ok') return answer
    const captcha = await solve(answer.data)
    if (captcha === null) return { kind: 'unsolved' }
    result = await send(captcha)
  }
  return isRequested(result) ? { kind: 'unsolved' } : result
}

function isRequested(result: CallResult<{ readonly state: string }>) {
  return result.kind === 'ok'
    ? result.data.state === 'captcha_link_sent'
    : result.kind === 'refused' && result.failure === 'captcha_wrong'
}
