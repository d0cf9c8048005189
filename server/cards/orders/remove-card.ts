import { type Card, forgetCard } from './card.ts'
import type { Deps } from './deps.ts'

export type CardRemoved = 'removed' | 'cards_off' | 'gateway_down'

/** Removes a card at the gateway and here. The gateway first: a card that is only deleted here could not be bound again. */
export async function removeCard(
  deps: Pick<Deps, 'db' | 'clock' | 'gateway' | 'seal'>,
  card: Card,
): Promise<CardRemoved> {
  const gateway = deps.gateway()
  if (gateway === undefined) return 'cards_off'
  const gone = await gateway.removeCard({
    gatewayCardId: card.gateway_card_id,
    token: deps.seal.open(card.token_sealed),
  })
  const isGone = gone.kind === 'done' || (gone.kind === 'refused' && gone.refusal === 'card_gone')
  if (!isGone) return 'gateway_down'
  await forgetCard(deps.db, card, deps.clock.nowMs())
  return 'removed'
}
