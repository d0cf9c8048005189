import type { Programme } from '#contract/channels/channels.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { linePositionOf } from '#player/core/zapping/programme-line.ts'
import { useCasting, type CastReturn } from '#web/player/casting/use-casting.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import { requestedPidOf, type Viewing } from './viewing.ts'
import { viewingPath, watchedPath } from './watched-path.ts'

interface ChannelCasting {
  readonly playback: Playback | null
  readonly cid: number
  /** The page's address: another one starts from its beginning. */
  readonly key: string
  readonly viewing: Viewing
  readonly programmes: readonly Programme[]
  readonly view: (viewing: Viewing) => void
}

/** Casts a channel; true while a television plays it. Then it continues here, live or at the moment in the archive. */
export function useChannelCasting(options: ChannelCasting): boolean {
  const { playback, cid, key, viewing, programmes, view } = options
  const load = () => {
    const isLoaded = playback !== null && playback.state.sourceKey !== null
    const path = isLoaded
      ? watchedPath(cid, playback, programmes, requestedPidOf(viewing))
      : viewingPath(cid, viewing)
    return { path, resume: null }
  }
  const onReturn = (from: CastReturn | null) => {
    if (from === null) return
    const moment = linePositionOf(from.positionSec * 1000, { nowMs: nowMs(), loaded: null, programmes })
    if (moment.kind === 'programme') view(moment)
    else if (moment.kind === 'live' && viewing.kind !== 'live') view({ kind: 'live' })
  }
  return useCasting({ playback, key: `${key} ${JSON.stringify(viewing)}`, load, onReturn })
}
