/** Loads what a preview needs while the page rests, so that the first card that a viewer rests on waits for none of it. */
import { maySpendData } from '#web/player/playback/warm-channels.ts'
import { playerParts } from './player-parts.ts'

const parts = [() => import('./card-previews.tsx'), ...playerParts]

/** What fails is loaded when a preview opens. Viewers who save data load nothing ahead. */
export function loadPreviews(): void {
  if (!maySpendData()) return
  for (const load of parts) load().catch(() => undefined)
}
