/**
 * In which language somebody listens and reads, for each series and beside it (PLAYER-01). What was chosen in an
 * episode holds for its series; elsewhere it is what this viewer chose last, wherever that was.
 */

/** A choice of one viewer: in one series, or the last one anywhere. */
export interface LanguageChoice {
  /** Whose it is: a device may be used by several. '' is a guest. */
  readonly viewer: string
  /** The series' number, or null for what was chosen last. */
  readonly series: number | null
  /** ISO 639; left out while nothing was chosen. */
  readonly audio?: string
  /** ISO 639, or null for no subtitles; left out while nothing was chosen. */
  readonly text?: string | null
}

/** What is being watched, and by whom. */
export type ViewerAndSeries = Pick<LanguageChoice, 'viewer' | 'series'>
/** What is chosen at once: only one of the two, in practice. */
export type Languages = Pick<LanguageChoice, 'audio' | 'text'>

/** The newest are kept; nobody is in the middle of more series than this. */
export const maxLanguageChoices = 120

function isOf(choice: LanguageChoice, { viewer, series }: ViewerAndSeries) {
  return choice.viewer === viewer && choice.series === series
}

/** What holds here: the choice for the series goes before the viewer's last one, for sound and subtitles each. */
export function languagesFor(choices: readonly LanguageChoice[], watching: ViewerAndSeries): Languages {
  const last = choices.find((choice) => isOf(choice, { ...watching, series: null }))
  const own = watching.series === null ? undefined : choices.find((choice) => isOf(choice, watching))
  const audio = own?.audio ?? last?.audio
  const text = own?.text === undefined ? last?.text : own.text
  return { ...(audio === undefined ? {} : { audio }), ...(text === undefined ? {} : { text }) }
}

/** Keeps a choice for the series that is watched, and as the viewer's last one. */
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

/** Values from outside; what is not understood is left out. */
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

/** Whether a value is a language's code of ISO 639, in small letters. */
export function isLanguage(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]{2,3}$/.test(value)
}
