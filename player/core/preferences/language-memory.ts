/**
 * The audio and subtitle languages of a viewer, for each series and in general (PLAYER-01). A choice made in an
 * episode applies to its series; elsewhere the viewer's last choice applies.
 */

/** A choice of one viewer: in one series, or the last one anywhere. */
export interface LanguageChoice {
  /** The viewer: a device may be used by several. '' is a guest. */
  readonly viewer: string
  /** The series' number, or null for the last choice anywhere. */
  readonly series: number | null
  /** ISO 639; left out while nothing was chosen. */
  readonly audio?: string
  /** ISO 639, or null for no subtitles; left out while nothing was chosen. */
  readonly text?: string | null
}

/** What is being watched, and by whom. */
export type ViewerAndSeries = Pick<LanguageChoice, 'viewer' | 'series'>
/** The languages of one choice; usually only one of the two. */
export type Languages = Pick<LanguageChoice, 'audio' | 'text'>

/** Only the newest are stored: a viewer does not watch more series at a time. */
export const maxLanguageChoices = 120

function isOf(choice: LanguageChoice, { viewer, series }: ViewerAndSeries) {
  return choice.viewer === viewer && choice.series === series
}

/**
 * The choice that applies here: the series' choice before the viewer's last one, for audio and subtitles
 * separately.
 */
export function languagesFor(choices: readonly LanguageChoice[], watching: ViewerAndSeries): Languages {
  const last = choices.find((choice) => isOf(choice, { ...watching, series: null }))
  const own = watching.series === null ? undefined : choices.find((choice) => isOf(choice, watching))
  const audio = own?.audio ?? last?.audio
  const text = own?.text === undefined ? last?.text : own.text
  return { ...(audio === undefined ? {} : { audio }), ...(text === undefined ? {} : { text }) }
}

/** Stores a choice for the series being watched, and as the viewer's last one. */
export function withLanguages(
  choices: readonly LanguageChoice[],
  watching: ViewerAndSeries,
  chosen: Languages,
): readonly LanguageChoice[] {
  const places = watching.series === null ? [watching] : [{ ...watching, series: null }, watching]
  return places
    .reduce<readonly LanguageChoice[]>(
      (list, { viewer, series }) => [
        { ...list.find((choice) => isOf(choice, { viewer, series })), viewer, series, ...chosen },
        ...list.filter((choice) => !isOf(choice, { viewer, series })),
      ],
      choices,
    )
    .slice(0, maxLanguageChoices)
}

/** Validates stored values; invalid entries are dropped. */
export function parseLanguageChoices(stored: unknown): readonly LanguageChoice[] {
  if (!Array.isArray(stored)) return []
  return stored.slice(0, maxLanguageChoices).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return []
    const { viewer, series, audio, text }: Readonly<Record<string, unknown>> = { ...value }
    if (typeof viewer !== 'string' || (series !== null && !isNumber(series))) return []
    return [
      {
        viewer,
        series,
        ...(isLanguage(audio) ? { audio } : {}),
        ...(text === null || isLanguage(text) ? { text } : {}),
      },
    ]
  })
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/** Whether a value is an ISO 639 language code in lower case. */
export function isLanguage(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]{2,3}$/.test(value)
}
