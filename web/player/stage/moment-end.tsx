/** After the minute of a link, or where it does not play: how to watch the whole. */
import { Suspense, useState } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { Gate, type GateKind } from '#web/payment/gate.tsx'
import type { FreeWayProps } from '#web/payment/offer/free-way.tsx'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { usePlayerCardText } from '#web/player/texts/player-card-text.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import card from './problem-card.module.css'

/** Without its code the other way on is there. */
const FreeWay = lazyOrNothing<FreeWayProps>(() =>
  import('#web/payment/offer/free-way.tsx').then((file) => file.FreeWay),
)

/** What its viewer needs for the whole, as the page knows it. */
export interface MomentAccess {
  readonly state: Extract<GateKind, 'login' | 'subscribe' | 'suspended' | 'paused'>
  readonly price: number | null
}

interface MomentEndProps {
  readonly playback: Playback | null
  readonly access: MomentAccess
  /** The film; left out for a programme. */
  readonly vid?: number
}

/** Over the last picture. */
export function MomentEnd({ playback, access, vid }: MomentEndProps) {
  const t = usePlayerCardText()
  const ended = usePlaybackValue(playback, ({ status }) => status === 'ended')
  if (!ended) return null
  return (
    <div className={card.place} data-problem="">
      <MomentGate {...{ access, vid }} title={t('moment.over')} message={t(`moment.${access.state}`)} />
    </div>
  )
}

/** In place of the server's rejection: its words, and the way on. */
export function MomentRefusal({ playback, access, vid }: MomentEndProps) {
  const problem = usePlaybackValue(playback, (state) => state.problem)
  if (problem?.kind !== 'refused') return null
  return <MomentGate {...{ access, vid }} price={access.price} message={problem.message} />
}

interface MomentGateProps extends Pick<MomentEndProps, 'access'> {
  readonly vid: number | undefined
  readonly title?: string
  readonly price?: number | null
  readonly message: string
}

/** The free days first, where they open the whole. */
function MomentGate({ access: { state }, vid, ...words }: MomentGateProps) {
  const [hasFree, setHasFree] = useState(false)
  const mayBeFree = state === 'login' || state === 'subscribe'
  const free = mayBeFree && (
    <Suspense fallback={null}>
      <FreeWay vid={vid ?? null} size="m" onFree={setHasFree} />
    </Suspense>
  )
  return <Gate kind={state} {...words} first={free} hasFirst={hasFree} />
}
