/** What an hour took of what played last on this device, for the settings outside of the player. */
import { hourFigures, type HourFigures } from '#player/core/quality/data-saving.ts'
import type { Playback } from '#player/core/playback/playback.ts'

const key = 'ekran.hour'

/** Stores the figures of each source that plays; the returned function ends that. */
export function rememberHours(playback: Playback): () => void {
  let stored: string | null = null
  return playback.subscribe(({ sourceKey, hasPicture, qualities }) => {
    if (!hasPicture || sourceKey === stored) return
    const figures = hourFigures(qualities)
    if (figures === null) return
    stored = sourceKey
    try {
      localStorage.setItem(key, JSON.stringify(figures))
    } catch {
      // Without a storage the settings have no figures.
    }
  })
}

/** Null when nothing is stored. */
export function rememberedHours(): HourFigures | null {
  try {
    const { saving, full } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<HourFigures>
    return typeof saving === 'number' && typeof full === 'number' ? { saving, full } : null
  } catch {
    return null
  }
}
