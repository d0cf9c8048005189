/** Titles on black: from where on nearly every key frame of the end is dark. */

export interface KeyFrameDarkness {
  readonly atSec: number
  /** Of the video's dots, so many of a hundred are black. */
  readonly blackPercent: number
}

/** Rolling names leave more than this of the video black. */
const darkPercent = 80
const minSec = 20
/** After the titles a short logo or a last scene may come. */
const longestTailSec = 12
/** Of the key frames, so many must be dark: names may fill one. */
const minDark = 0.85
/** Titles on black are all but sure: a night scene may come before them. */
const confidence = 0.6

/**
 * When the titles begin, from the key frames of a film's end in order; undefined when it does not end in the dark, or
 * was dark already where the looking began.
 */
export function titlesStart(
  frames: readonly KeyFrameDarkness[],
  durationSec: number,
): { readonly beginSec: number; readonly confidence: number } | undefined {
  const isDark = (frame: KeyFrameDarkness): boolean => frame.blackPercent >= darkPercent
  const last = frames.findLastIndex(isDark)
  if (last < 0 || durationSec - (frames[last]?.atSec ?? 0) > longestTailSec) return undefined
  let start = last
  let dark = 1
  for (let at = last - 1; at >= 0; at -= 1) {
    const frame = frames[at]
    if (frame === undefined) break
    if (isDark(frame)) dark += 1
    if (dark / (last - at + 1) < minDark) break
    if (isDark(frame)) start = at
  }
  const first = frames[start]
  if (first === undefined || start === 0 || durationSec - first.atSec < minSec) return undefined
  return { beginSec: first.atSec, confidence: confidence }
}
