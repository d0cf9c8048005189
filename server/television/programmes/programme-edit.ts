/** What was edited by hand, and what an edit remembers of a delivered programme. */
import type { ProgrammeRecord } from '#server/television/channels/channel.ts'

/** A delivered programme by which an edit knows it. Times are unix milliseconds. */
export type DeliveredProgramme = Omit<ProgrammeRecord, 'pid' | 'cid'>

/** What can be set by hand. Absent: as delivered. */
export interface ProgrammeFields {
  readonly title_ru?: string | undefined
  readonly title_uz?: string | undefined
  readonly subtitle_ru?: string | undefined
  readonly subtitle_uz?: string | undefined
  readonly description_ru?: string | undefined
  readonly description_uz?: string | undefined
  /** 1 to 8 without 7; 0: none. */
  readonly genre_code?: number | undefined
  readonly age_rating?: string | undefined
  /** -1: none. */
  readonly season?: number | undefined
  readonly episode?: number | undefined
}

/** Every field with a value. */
export type AllProgrammeFields = {
  readonly [Name in keyof ProgrammeFields]-?: NonNullable<ProgrammeFields[Name]>
}

/** The names of the fields, in the order of a form. */
export const programmeFields = [
  'title_ru',
  'title_uz',
  'subtitle_ru',
  'subtitle_uz',
  'description_ru',
  'description_uz',
  'genre_code',
  'age_rating',
  'season',
  'episode',
] as const satisfies readonly (keyof ProgrammeFields)[]

/** The times set by hand, unix milliseconds. */
export interface ProgrammeTimes {
  readonly beginMs: number
  readonly endMs: number
}

/** One programme edited or added by hand. */
export interface ProgrammeEdit {
  readonly id: number
  readonly cid: number
  /** Its id as a programme while the guide delivers none for it. */
  readonly pid: number
  /** The programme as it was delivered last; null for one that was added. */
  readonly source: DeliveredProgramme | null
  readonly fields: ProgrammeFields
  /** Absent: when the guide says. */
  readonly times?: ProgrammeTimes
  /** It is not published. */
  readonly isHidden: boolean
  readonly version: number
  /** Who changed it last; '' at the command line. */
  readonly staffName: string
  readonly changedMs: number
}

/** Delivered programmes that start in a period start so many minutes later. */
export interface ProgrammeShift {
  readonly id: number
  readonly cid: number
  readonly fromMs: number
  /** Null: from then on. */
  readonly toMs: number | null
  readonly minutes: number
  readonly staffName: string
}

/** No genre, no season: as a field, where an absent one means "as delivered". */
export const noGenre = 0
export const noNumber = -1

/** The fields that a programme has, in the form of an edit. */
export function fieldsOfProgramme(programme: DeliveredProgramme): AllProgrammeFields {
  return {
    title_ru: programme.title.ru,
    title_uz: programme.title.uz,
    subtitle_ru: programme.subtitle?.ru ?? '',
    subtitle_uz: programme.subtitle?.uz ?? '',
    description_ru: programme.description.ru,
    description_uz: programme.description.uz,
    genre_code: programme.genreCode ?? noGenre,
    age_rating: programme.ageRating,
    season: programme.season ?? noNumber,
    episode: programme.episode ?? noNumber,
  }
}

/** A programme with fields and times laid over it. `base` null: nothing was delivered. */
export function withFields(
  base: DeliveredProgramme | null,
  fields: ProgrammeFields,
  times: ProgrammeTimes,
): DeliveredProgramme {
  const all = { ...(base === null ? emptyFields : fieldsOfProgramme(base)), ...fields }
  const subtitle = { ru: all.subtitle_ru ?? '', uz: all.subtitle_uz ?? '' }
  const { season = noNumber, episode = noNumber, genre_code: genre = noGenre } = all
  return {
    beginMs: times.beginMs,
    endMs: times.endMs,
    title: { ru: all.title_ru ?? '', uz: all.title_uz ?? '' },
    description: { ru: all.description_ru ?? '', uz: all.description_uz ?? '' },
    genreCode: genre === noGenre ? null : genre,
    ageRating: all.age_rating ?? '',
    assetId: base?.assetId ?? null,
    ...(subtitle.ru === '' && subtitle.uz === '' ? {} : { subtitle }),
    ...(season === noNumber ? {} : { season }),
    ...(episode === noNumber ? {} : { episode }),
    ...(base?.catchupId === undefined ? {} : { catchupId: base.catchupId }),
  }
}

const emptyFields: ProgrammeFields = {}
