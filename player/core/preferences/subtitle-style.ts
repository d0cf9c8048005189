/** How subtitles are drawn: a few good choices each (PLAYER-01). */

export const subtitleSizes = ['small', 'normal', 'large', 'largest'] as const
export const subtitleColours = ['white', 'yellow', 'cyan'] as const
export const subtitleBackgrounds = ['none', 'shade', 'solid'] as const

export interface SubtitleLook {
  readonly size: (typeof subtitleSizes)[number]
  /** White leaves the colours that the subtitles bring themselves, e.g. one for each speaker. */
  readonly colour: (typeof subtitleColours)[number]
  readonly background: (typeof subtitleBackgrounds)[number]
}

export const defaultSubtitleLook: SubtitleLook = { size: 'normal', colour: 'white', background: 'shade' }

/** A look from outside; what is not understood is as usual. */
export function saneSubtitleLook(found: unknown): SubtitleLook {
  if (typeof found !== 'object' || found === null) return defaultSubtitleLook
  const { size, colour, background }: Readonly<Record<string, unknown>> = { ...found }
  return {
    size: subtitleSizes.find((name) => name === size) ?? defaultSubtitleLook.size,
    colour: subtitleColours.find((name) => name === colour) ?? defaultSubtitleLook.colour,
    background: subtitleBackgrounds.find((name) => name === background) ?? defaultSubtitleLook.background,
  }
}
