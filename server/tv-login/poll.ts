import { type Claim, type PolledRequest, claim, giveBack, markPolled } from './request.ts'
import { firstIntervalSec, judgePoll } from './rules.ts'
import type { TvLoginDeps } from './deps.ts'
import { tokenHash } from '#server/platform/primitives/ids.ts'

export interface Polling {
  readonly deviceCode: string
  /** The device's own number as sent in the request. */
  readonly deviceUid: string | undefined
  readonly clientAddress: string
}

export type PollResponse =
  | {
      readonly kind: 'approved'
      readonly token: string
      readonly abonement: string
      readonly intervalSec: number
    }
  | {
      readonly kind: 'pending' | 'slow_down' | 'denied' | 'expired' | 'full'
      readonly intervalSec: number
    }

/**
 * Reports the state of a television's request, and issues its session once. The request is claimed before the session
 * is created, so that two concurrent polls, in whatever process, never create two: one of them finds it used.
 */
export async function poll(deps: TvLoginDeps, polling: Polling): Promise<PollResponse> {
  const nowMs = deps.clock.nowMs()
  const result = await markPolled(deps.db, tokenHash(polling.deviceCode), nowMs)
  // A code used on another machine is refused.
  if (result === undefined || (result.isBound && polling.deviceUid !== result.uid))
    return { kind: 'expired', intervalSec: firstIntervalSec }
  const intervalSec = result.nextIntervalSec
  const judged = judgePoll(result, nowMs)
  if (judged !== 'claim') return { kind: judged, intervalSec }
  const claimed = await claim(deps.db, result.requestId, nowMs)
  if (claimed === undefined) return { kind: 'expired', intervalSec }
  return { ...(await enter(deps, result, claimed, polling.clientAddress)), intervalSec }
}

async function enter(deps: TvLoginDeps, request: PolledRequest, claimed: Claim, clientAddress: string) {
  const { accountId, letInBy } = claimed
  const device = {
    uid: request.uid,
    serial: '',
    model: request.model,
    kind: request.kind,
    isBound: request.isBound,
  }
  const started = await deps.accounts.beginSessionFor(accountId, device, clientAddress, letInBy)
  switch (started.kind) {
    case 'logged_in':
      return { kind: 'approved', token: started.token, abonement: started.abonement } as const
    case 'full':
      // Another device was faster. The next poll gets a slot when one is free.
      await giveBack(deps.db, request.requestId, 'approved')
      return { kind: 'full' } as const
    case 'busy':
    case 'too_many':
      await giveBack(deps.db, request.requestId, 'approved')
      return { kind: 'pending' } as const
    default:
      // Blocked, deactivated or removed since the approval, or the approving session has ended.
      await giveBack(deps.db, request.requestId, 'denied')
      return { kind: 'denied' } as const
  }
}
