/** A channel that plays over an engine controlled by the test. */
import type { PlaybackState } from '#player/core/state/playback-state.ts'
import { settle, simulatedAddress, simulatedPlayback } from './simulated-player.ts'

/** Its loaded range is the last 1000 seconds before `nowSec`, and the viewer is `behindSec` behind. */
export async function playingChannel(
  nowSec: number,
  { kind = 'live', behindSec = 0 }: { readonly kind?: 'live' | 'archive'; readonly behindSec?: number } = {},
) {
  const simulated = simulatedPlayback()
  const { playback, engine, time } = simulated
  const ask = async () => simulatedAddress('/channel.m3u8?ticket=a', time.now() + 3_600_000)
  playback.open({ key: `${kind}:1`, kind, startSec: null, ask })
  await settle()
  engine.tell({ kind: 'first_picture' })
  const timeline: Partial<PlaybackState> = {
    positionSec: 1000 - behindSec,
    seekStartSec: 0,
    seekEndSec: 1000,
    originMs: (nowSec - 1000) * 1000,
    isGrowing: kind === 'live',
    behindLiveSec: kind === 'live' ? behindSec : null,
  }
  engine.report(timeline as never)
  await settle()
  return simulated
}
