/** The style of subtitles: a few options each (PLAYER-01). */

export const subtitleSizes = ['small', 'normal', 'large', 'largest'] as const
/** The colours of subtitle text. */
export const subtitleColours = ['white', 'yellow', 'cyan'] as const
/** The background of subtitle text. */
export const subtitleBackgrounds = ['none', 'shade', 'solid'] as const

/** How subtitles are drawn. */
export interface SubtitleStyle {
  readonly size: (typeof subtitleSizes)[number]
  /** White leaves the subtitles' own colours, e.g. one for each speaker. */
  readonly colour: (typeof subtitleColours)[number]
  readonly background: (typeof subtitleBackgrounds)[number]
}

/** The style where nothing was chosen. */
export const defaultSubtitleStyle: SubtitleStyle = { size: 'normal', colour: 'white', background: 'shade' }

/** Validates a stored style; invalid values become the default. */
export function parseSubtitleStyle(stored: unknown): SubtitleStyle {
  if (typeof stored !== 'object' || stored === null) return defaultSubtitleStyle
  const { size, colour, background }: Readonly<Record<string, unknown>> = { ...stored }
  return {
    size: subtitleSizes.find((name) => name === size) ?? defaultSubtitleStyle.size,
    colour: subtitleColours.find((name) => name === colour) ?? defaultSubtitleStyle.colour,
    background: subtitleBackgrounds.find((name) => name === background) ?? defaultSubtitleStyle.background,
  }
}
