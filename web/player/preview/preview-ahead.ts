/** Loads what a preview needs while the page rests, so that the first card that a viewer rests on waits for none of it. */
import { maySpendData } from '#web/player/playback/warm-channels.ts'

async function loadPlayer() {
  return (await import('#player/engines/shaka/load-shaka.ts')).loadShaka()
}

/** What plays a trailer that is no silent video. */
export const playerParts = [() => import('./player-video.tsx'), loadPlayer]
const parts = [() => import('./card-previews.tsx'), ...playerParts]

/** What fails is loaded when a preview opens. Viewers who save data load nothing ahead. */
export function loadPreviews(): void {
  if (!maySpendData()) return
  for (const load of parts) load().catch(() => undefined)
}
