/** A call that may be asked to show that a person makes it: solves the challenge and repeats the call with it. */
import type { CallResult } from '#contract/client.ts'
import type { Challenge } from './solve.ts'

/** A solution that came too late or was used up is tried again with a new challenge, so many times. */
const rounds = 3

export type Passed<Data> = CallResult<Data> | { readonly kind: 'unsolved' }

interface Passing<Data> {
  readonly send: (captcha?: string) => Promise<CallResult<Data>>
  readonly challenge: () => Promise<CallResult<Challenge>>
  /** Null when it could not be solved here. */
  readonly solve: (challenge: Challenge) => Promise<string | null>
  /** Called when a challenge begins to be solved. */
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
    const params = await challenge()
    if (params.kind !== 'answer') return params
    const captcha = await solve(params.data)
    if (captcha === null) return { kind: 'unsolved' }
    result = await send(captcha)
  }
  return isRequested(result) ? { kind: 'unsolved' } : result
}

function isRequested(result: CallResult<{ readonly state: string }>) {
  return result.kind === 'answer'
    ? result.data.state === 'captcha_link_sent'
    : result.kind === 'refused' && result.failure === 'captcha_wrong'
}
