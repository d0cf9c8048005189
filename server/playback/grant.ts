import type { Playable } from './address.ts'
import { addressOf } from './address.ts'
import type { Asker, PlaybackNeeds } from './needs.ts'
import { ticketEndMs } from './rules.ts'
import type { PlaybackAddress } from '#contract/channels.ts'
import { refuse } from '#contract/endpoint.ts'
import type { Item, Verdict } from '#server/entitlement/entitlement.ts'

export type Denied = Exclude<Verdict, { kind: 'watch' }>

/** Asks whether this may be watched; the verdict goes into `sign`. */
export function verdictOn(needs: PlaybackNeeds, asker: Asker, item: Item): Promise<Verdict> {
  return needs.entitlement.ask(asker.viewer, item, asker.region)
}

/** A refusal in the contract's words, with what is missing where money is. */
export async function denied<Failure extends Denied['failure']>(
  needs: PlaybackNeeds,
  asker: Asker,
  failure: Failure,
) {
  if (failure !== 'account_suspended' || asker.viewer === undefined) return refuse(failure)
  return refuse(failure, { values: { missing: await needs.entitlement.missingSums(asker.viewer) } })
}

/** Signs an address for what was granted. */
export function sign(
  needs: PlaybackNeeds,
  asker: Asker,
  playable: Playable,
  rightUntilMs: number | null,
): PlaybackAddress {
  const nowMs = needs.clock.nowMs()
  return addressOf(playable, {
    secret: needs.ticketSecret,
    // Only a trailer is ever signed for somebody without a session.
    sessionId: asker.viewer?.sessionId ?? 'guest',
    expiresAtMs: ticketEndMs({ nowMs, ticketMs: needs.ticketSec * 1000, rightUntilMs }),
    mediaOrigin: needs.mediaOrigin,
  })
}
