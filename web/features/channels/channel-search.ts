/**
 * Finding a channel by name (TV-06): a substring regardless of case, also when typed in the other keyboard layout
 * ("ntkt" for "теле") or in the other script ("Sevimli" and "Севимли").
 */
import { otherLayouts } from '#contract/search/keyboard-layouts.ts'
import { fold } from '#contract/search/search-folding.ts'

/** Whether a channel of this name matches the query. An empty query matches every channel. */
export function matchesName(name: string, query: string): boolean {
  const target = query.trim().toLowerCase()
  if (target === '') return true
  const lower = name.toLowerCase()
  const readings = [target, ...otherLayouts(target)]
  if (readings.some((text) => lower.includes(text))) return true
  const sounds = [fold(name), fold(name, 'ks')]
  return readings
    .flatMap((text) => [fold(text), fold(text, 'ks')])
    .some(
      (sound) =>
        sound.length > Math.min(1, target.length - 1) && sounds.some((existing) => existing.includes(sound)),
    )
}

/** The channels that match, in their order. */
export function matchingChannels<C extends { readonly name: string }>(
  list: readonly C[],
  query: string,
): readonly C[] {
  return query.trim() === '' ? list : list.filter((channel) => matchesName(channel.name, query))
}
