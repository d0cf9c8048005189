/** End credits on black: the time from which nearly every key frame until the end is dark. */

export interface KeyFrameDarkness {
  readonly atSec: number
  /** The percentage of black pixels that makes a frame dark. */
  readonly blackPercent: number
}

/** Scrolling names leave more than this fraction of the frame black. */
const darkPercent = 80
const minSec = 20
/** A short logo or a last scene may follow the credits. */
const longestTailSec = 12
/** This fraction of the key frames must be dark: names may fill a frame. */
const minDark = 0.85
/** Credits on black are not certain: a night scene may come before them. */
const confidence = 0.6

/**
 * The start of the end credits, from the key frames at a film's end in order; undefined when the film does not end
 * dark, or when the examined part is dark from its start.
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
