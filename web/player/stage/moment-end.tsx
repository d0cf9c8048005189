/** After the minute of a link, or where it does not play: how to watch the whole. */
import type { Playback } from '#player/core/playback/playback.ts'
import { Gate, type GateKind } from '#web/payment/gate.tsx'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { usePlayerCardText } from '#web/player/texts/player-card-text.ts'
import card from './problem-card.module.css'

/** What its viewer needs for the whole, as the page knows it. */
export interface MomentAccess {
  readonly state: Extract<GateKind, 'login' | 'subscribe' | 'suspended' | 'paused'>
  readonly price: number | null
}

interface MomentEndProps {
  readonly playback: Playback | null
  readonly access: MomentAccess
}

/** Over the last picture. */
export function MomentEnd({ playback, access }: MomentEndProps) {
  const t = usePlayerCardText()
  const ended = usePlaybackValue(playback, ({ status }) => status === 'ended')
  if (!ended) return null
  return (
    <div className={card.place} data-problem="">
      <Gate kind={access.state} title={t('moment.over')} message={t(`moment.${access.state}`)} />
    </div>
  )
}

/** In place of the server's rejection: its words, and the way on. */
export function MomentRefusal({ playback, access }: MomentEndProps) {
  const problem = usePlaybackValue(playback, (state) => state.problem)
  if (problem?.kind !== 'refused') return null
  return <Gate kind={access.state} price={access.price} message={problem.message} />
}
