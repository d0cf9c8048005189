import { moments } from '#contract/films/moments.ts'
import type { PlaybackKind, PlaybackSource } from '#player/core/state/source.ts'
import { outcomeOf } from '#web/player/playback/address-sources.ts'
import { edgeParameters } from '#web/state/media-origins.ts'
import { call } from '#web/session/requests/api.ts'

/** The minute that a link opens. */
export function momentSource(token: string, kind: Exclude<PlaybackKind, 'live'>): PlaybackSource {
  return {
    key: `moment:${token}`,
    kind,
    startSec: kind === 'film' ? 0 : null,
    ask: async (_streamId, failedUrl) =>
      outcomeOf(await call(moments.url, { token, ...edgeParameters(failedUrl) })),
  }
}
