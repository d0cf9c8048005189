/** How many channels of the mosaic may play at once, and what limits it. */
import { useEffect, useState } from 'react'
import { streams } from '#contract/playback/streams.ts'
import { chosenEngine } from '#web/player/playback/chosen-engine.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useSession } from '#web/session/session.ts'
import { allowedOf, maxTiles } from './mosaic-rules.ts'

const renewEveryMs = 15_000
/** A set that could not decode two videos is asked no more in this visit. */
const decoderKey = 'ekran.oneDecoder'

export type Limited = 'tariff' | 'elsewhere' | 'guest' | 'decoder'

export interface Allowed {
  readonly allowed: number
  /** What keeps it below four. */
  readonly limited: Limited | null
  /** Increases when what was refused may be tried again. */
  readonly attempt: number
  /** The server refused one of so many. */
  readonly onRefused: (playing: number) => void
  /** The device did not play one beside another. */
  readonly onOneDecoder: () => void
}

export function useAllowed(): Allowed {
  const isGuest = useSession().token === null
  const [cap, setCap] = useState<number | null>(null)
  const [oneDecoder, setOneDecoder] = useState(hasOneDecoder)
  const [attempt, setAttempt] = useState(0)
  const list = useCall(streams.list, isGuest ? null : {}, { everyMs: renewEveryMs })
  const data = list.kind === 'ok' ? list.data : null
  const elsewhere = data?.streams.item.filter((one) => one.is_this_device === 0).length ?? 0
  useEffect(() => {
    const again = () => {
      if (document.visibilityState !== 'visible') return
      setCap(null)
      setAttempt((before) => before + 1)
    }
    const timer = setInterval(again, renewEveryMs)
    return () => clearInterval(timer)
  }, [])
  const limit = isGuest ? 1 : (data?.limit ?? null)
  const byTariff = allowedOf({ limit, elsewhere, cap })
  return {
    allowed: oneDecoder ? 1 : byTariff,
    limited: oneDecoder
      ? 'decoder'
      : byTariff >= maxTiles || limit === null
        ? null
        : isGuest
          ? 'guest'
          : byTariff < Math.min(limit, maxTiles)
            ? 'elsewhere'
            : 'tariff',
    attempt,
    onRefused: (playing) => setCap(Math.max(1, playing - 1)),
    onOneDecoder: () => {
      setOneDecoder(true)
      try {
        sessionStorage.setItem(decoderKey, '1')
      } catch {
        // Without storage the next visit tries two again.
      }
    },
  }
}

function hasOneDecoder(): boolean {
  // The set's own player is one plane behind the page.
  if (chosenEngine() === 'avplay') return true
  try {
    return sessionStorage.getItem(decoderKey) === '1'
  } catch {
    return false
  }
}
