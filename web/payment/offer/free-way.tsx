import { useEffect, useState } from 'react'
import { openingTariffs } from '#contract/channels/channels.ts'
import { films } from '#contract/films/films.ts'
import { call } from '#web/session/requests/api.ts'
import { useSession } from '#web/session/session.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { FreeDaysButton } from './free-days-button.tsx'
import { useFreeDays } from './use-free-days.ts'

export interface FreeWayProps {
  /** The title; null for what is no film: then only a guest is offered them. */
  readonly vid: number | null
  readonly size?: 'm' | 'l'
  /** Whether they are there: then the other way on is not the primary one. */
  readonly onFree: (isFree: boolean) => void
}

/** The free days where they open this title; a guest has them after the registration. */
export function FreeWay({ vid, size = 'l', onFree }: FreeWayProps) {
  const isGuest = useSession().token === null
  const free = useFreeDays() ?? null
  const opens = useOpening(vid, !isGuest && free !== null)
  const isFree = free !== null && (isGuest || opens.includes(free.tariffId))
  const latest = useLatest(onFree)
  useEffect(() => latest.current(isFree), [isFree, latest])
  return isFree ? <FreeDaysButton free={free} size={size} /> : null
}

const none: readonly number[] = []

/** The tariffs that include the title: the rejection of its address contains them. */
function useOpening(vid: number | null, isNeeded: boolean): readonly number[] {
  const [opening, setOpening] = useState({ vid, tariffs: none })
  useEffect(() => {
    if (!isNeeded || vid === null) return
    const abort = new AbortController()
    void call(films.url, { vid, warm: 1 }, abort.signal).then((result) => {
      if (abort.signal.aborted || result.kind !== 'refused') return
      setOpening({ vid, tariffs: openingTariffs(result.details).map(({ tariff_id }) => tariff_id) })
    })
    return () => abort.abort()
  }, [vid, isNeeded])
  return opening.vid === vid ? opening.tariffs : none
}
