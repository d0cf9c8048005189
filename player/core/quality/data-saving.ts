/** How much a rendition takes of a viewer's data, and what a viewer who saves data gets. */
import type { Quality } from '#player/core/state/playback-state.ts'

/** The highest bit rate while data is saved, bits per second: about 0.3 GB an hour. */
export const savingBitsPerSecond = 700_000

/** Whether data is to be saved now. */
export interface DataSaver {
  get(): boolean
  subscribe(listener: () => void): () => void
}

/** What an hour takes of each kind of playback, GB of 10⁹ bytes at the renditions' peak bit rates. */
export interface HourFigures {
  /** The highest rendition while data is saved. */
  readonly saving: number
  /** The highest rendition otherwise. */
  readonly full: number
}

/** Null for a source without known renditions. The lowest rendition plays where all are above the limit. */
export function hourFigures(qualities: readonly Quality[]): HourFigures | null {
  const rates = qualities.map(({ bitsPerSecond }) => bitsPerSecond).filter((rate) => rate > 0)
  if (rates.length === 0) return null
  const allowed = rates.filter((rate) => rate <= savingBitsPerSecond)
  const saving = allowed.length === 0 ? Math.min(...rates) : Math.max(...allowed)
  return { saving: gigabytesPerHour(saving), full: gigabytesPerHour(Math.max(...rates)) }
}

function gigabytesPerHour(bitsPerSecond: number): number {
  return (bitsPerSecond * 3600) / 8 / 1e9
}
