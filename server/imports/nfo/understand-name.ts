/** How a video is understood: by its name and folders, by the staff's rules, with the reasons and what is doubtful. Pure. */
import { type NamedVideo, lastEpisodeOf, nameAndYear, readVideoPath, seasonOf } from './film-names.ts'
import type { FileNaming, FolderRule, Naming } from './naming.ts'

/** What of a video a reason is about. */
export type Understood = 'kind' | 'series' | 'season' | 'episode' | 'title' | 'year' | 'language'

/** Why something is what it is. */
export interface Reason {
  readonly what: Understood
  /** `film`, `episode`, a number, a title, a language. */
  readonly value: string
  /**
   * A folder's name, the file's name, the rule of a folder, a correction of this file, the NFO, the order of the files,
   * the file's own time, the text of subtitles, what the catalogue has, or nothing: it was assumed.
   */
  readonly from:
    | 'folder'
    | 'name'
    | 'rule'
    | 'correction'
    | 'nfo'
    | 'order'
    | 'time'
    | 'text'
    | 'catalogue'
    | 'assumed'
  /** The words that say it: `Season 02`, `2x05`; '' where there are none. */
  readonly by: string
}

/**
 * What deserves a look. `double`: another file is the same episode. `cross`: a number like 2x1 that may be an episode or
 * not. `season`, `episode`, `year`: guessed without certainty. `numbered`: films beside each other differ in a number
 * only. `jump`: episodes before it are missing. `language`: of subtitles. `several`: the NFO describes several episodes,
 * the name says one.
 */
export type Doubt =
  | 'double'
  | 'cross'
  | 'season'
  | 'episode'
  | 'year'
  | 'numbered'
  | 'jump'
  | 'language'
  | 'several'

export interface UnderstoodVideo {
  readonly named: NamedVideo
  readonly reasons: readonly Reason[]
  readonly doubts: readonly Doubt[]
  /** Corrected by hand: it may belong to a series that is elsewhere. */
  readonly isCorrected: boolean
}

type Episode = Extract<NamedVideo, { kind: 'episode' }>
type Film = Extract<NamedVideo, { kind: 'film' }>

/** `order`: the place of the video among those of its folder, from 1. */
export function understandVideo(path: string, naming: Naming, order: number): UnderstoodVideo {
  const dir = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  const rule = naming.folder(dir)
  const guess = readVideoPath(path, { noCrosses: rule.no_crosses, noYears: rule.no_years })
  const file = naming.file(path)
  if (file !== undefined) return corrected(path, guess, file)
  if (guess.kind === 'trailer' || guess.kind === 'extra')
    return { named: guess, reasons: [], doubts: [], isCorrected: false }
  if (rule.kind === 'films') return ruledFilm(path, guess, rule)
  const isSeries = rule.kind === 'series' || rule.series !== undefined
  if (isSeries || (guess.kind === 'episode' && rule.season !== undefined))
    return ruledEpisode(path, guess, rule, order)
  return guess.kind === 'film' ? guessedFilm(path, guess, rule) : guessedEpisode(path, guess)
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[A-Za-z0-9]{2,5}$/, '')
}

/** The folders of a path, the nearest first. */
function foldersOf(path: string): readonly string[] {
  return path.split('/').slice(0, -1).toReversed()
}

const cross = /(?<!\d)\d{1,2}x\d{1,3}(?!\d)/i

function guessedFilm(path: string, film: Film, rule: FolderRule): UnderstoodVideo {
  const mark = rule.no_crosses === true ? null : cross.exec(stemOf(path))
  const isAspect = /^(?:16x9|4x3|21x9|16x10|1x1)$/i.test(mark?.[0] ?? '')
  return {
    named: film,
    reasons: [{ what: 'kind', value: 'film', from: 'name', by: mark?.[0] ?? '' }, ...filmReasons(path, film)],
    doubts: mark === null || isAspect ? [] : ['cross'],
    isCorrected: false,
  }
}

function filmReasons(path: string, { name, year, yearBy }: Film): readonly Reason[] {
  const by = yearBy === 'folder' ? (foldersOf(path)[0] ?? '') : stemOf(path)
  return [
    { what: 'title', value: name, from: yearBy, by },
    ...(year === null
      ? []
      : [{ what: 'year' as const, value: String(year), from: yearBy, by: yearMark(by, year) }]),
  ]
}

/** `(2019)` of a name that has the year in brackets. */
function yearMark(text: string, year: number): string {
  return new RegExp(`[([]${year}[^)\\]]{0,8}[)\\]]`).exec(text)?.[0] ?? String(year)
}

function guessedEpisode(path: string, named: Episode): UnderstoodVideo {
  const [near = '', far = ''] = foldersOf(path)
  const inSeason = seasonOf(near)
  const seriesFolder = inSeason === undefined ? near : far
  const doubts: Doubt[] = []
  // `1x05` is how episodes are written, `2x1` is as well a size or a ratio.
  if (/^\d{1,2}x\d$/i.test(named.mark)) doubts.push('cross')
  if (named.seasonBy === 'name' && inSeason !== undefined && inSeason !== named.season) doubts.push('season')
  return {
    named,
    reasons: [
      { what: 'kind', value: 'episode', from: 'name', by: named.mark },
      {
        what: 'series',
        value: named.series,
        from: named.seriesBy,
        by: named.seriesBy === 'folder' ? seriesFolder : stemOf(path),
      },
      {
        what: 'season',
        value: String(named.season),
        from: named.seasonBy,
        by: named.seasonBy === 'folder' ? near : named.mark,
      },
      episodeReason(path, named.episode, { from: 'name', by: named.mark }),
    ],
    doubts,
    isCorrected: false,
  }
}

function episodeReason(path: string, episode: number, { from, by }: Pick<Reason, 'from' | 'by'>): Reason {
  const last = lastEpisodeOf(path, episode)
  return {
    what: 'episode',
    value: last > episode ? `${episode}–${last}` : String(episode),
    ...(last > episode ? { from: 'name', by: stemOf(path) } : { from, by }),
  }
}

/** The same with the reason for the episodes that a file has beside the other files of its season. */
export function withEpisode(one: UnderstoodVideo, episode: number, last: number): UnderstoodVideo {
  const value = last > episode ? `${episode}–${last}` : String(episode)
  const reasons = one.reasons.map((reason) => (reason.what === 'episode' ? { ...reason, value } : reason))
  return { ...one, reasons }
}

function ruledFilm(path: string, guess: Film | Episode, { no_years: noYears }: FolderRule): UnderstoodVideo {
  const film: Film =
    guess.kind === 'film' ? guess : { kind: 'film', ...nameAndYear(stemOf(path), noYears), yearBy: 'name' }
  return {
    named: film,
    reasons: [{ what: 'kind', value: 'film', from: 'rule', by: '' }, ...filmReasons(path, film)],
    doubts: [],
    isCorrected: false,
  }
}

/** A value with where it is from. */
interface Sourced<Value> extends Pick<Reason, 'from' | 'by'> {
  readonly value: Value
  readonly doubt?: Doubt
}

function ruledEpisode(path: string, guess: Film | Episode, rule: FolderRule, order: number): UnderstoodVideo {
  const series = seriesByRule(path, guess, rule)
  const season = seasonByRule(path, guess, rule)
  const episode = episodeByRule(path, guess, rule, order)
  const isNamed = rule.kind === 'series' || rule.series !== undefined
  return {
    named: {
      kind: 'episode',
      series: series.value,
      year: guess.kind === 'episode' ? guess.year : null,
      seriesDir: isNamed ? rule.seriesDir : guess.kind === 'episode' ? guess.seriesDir : '',
      season: season.value,
      episode: episode.value,
      name: guess.kind === 'episode' ? guess.name : '',
      mark: guess.kind === 'episode' ? guess.mark : '',
      seasonBy: season.from === 'folder' ? 'folder' : 'name',
      seriesBy: series.from === 'folder' ? 'folder' : 'name',
    },
    reasons: [
      isNamed
        ? { what: 'kind', value: 'episode', from: 'rule', by: '' }
        : { what: 'kind', value: 'episode', from: 'name', by: guess.kind === 'episode' ? guess.mark : '' },
      { what: 'series', value: series.value, from: series.from, by: series.by },
      { what: 'season', value: String(season.value), from: season.from, by: season.by },
      episode.from === 'name'
        ? episodeReason(path, episode.value, episode)
        : { what: 'episode', value: String(episode.value), from: episode.from, by: episode.by },
    ],
    doubts: [season.doubt, episode.doubt].filter((one) => one !== undefined),
    isCorrected: false,
  }
}

function seriesByRule(path: string, guess: Film | Episode, rule: FolderRule): Sourced<string> {
  if (rule.series !== undefined) return { value: rule.series, from: 'rule', by: '' }
  if (guess.kind === 'episode' && guess.series !== '')
    return { value: guess.series, from: guess.seriesBy, by: stemOf(path) }
  const own = rule.seriesDir === '' ? (foldersOf(path).at(-1) ?? '') : rule.seriesDir.split('/').at(-1)
  return { value: nameAndYear(own ?? '', rule.no_years).name, from: 'folder', by: own ?? '' }
}

function seasonByRule(path: string, guess: Film | Episode, rule: FolderRule): Sourced<number> {
  if (rule.season !== undefined) return { value: rule.season, from: 'rule', by: '' }
  const [near = ''] = foldersOf(path)
  const inFolder = seasonOf(near)
  if (guess.kind === 'episode' && guess.seasonBy === 'name')
    return { value: guess.season, from: 'name', by: guess.mark }
  if (inFolder !== undefined) return { value: inFolder, from: 'folder', by: near }
  return { value: 1, from: 'assumed', by: '', doubt: 'season' }
}

function episodeByRule(
  path: string,
  guess: Film | Episode,
  rule: FolderRule,
  order: number,
): Sourced<number> {
  if (rule.episode === 'order') return { value: order, from: 'order', by: '' }
  const text = nameAndYear(stemOf(path), rule.no_years).name
  const numbers = (text.match(/\d+/g) ?? []).filter((number) => number.length <= 4)
  if (rule.episode !== undefined) {
    const number = rule.episode === 'first' ? numbers[0] : numbers.at(-1)
    if (number !== undefined) return { value: Number(number), from: 'rule', by: number }
    return { value: order, from: 'order', by: '', doubt: 'episode' }
  }
  if (guess.kind === 'episode') return { value: guess.episode, from: 'name', by: guess.mark }
  const last = numbers.at(-1)
  if (last === undefined) return { value: order, from: 'order', by: '', doubt: 'episode' }
  return { value: Number(last), from: 'name', by: last, ...(numbers.length > 1 ? { doubt: 'episode' } : {}) }
}

function corrected(path: string, guess: NamedVideo, file: FileNaming): UnderstoodVideo {
  const by: Pick<Reason, 'from' | 'by'> = { from: 'correction', by: '' }
  const kind: Reason = { what: 'kind', value: file.kind, ...by }
  if (file.kind === 'left')
    return { named: { kind: 'extra' }, reasons: [kind], doubts: [], isCorrected: true }
  const own = nameAndYear(stemOf(path))
  if (file.kind === 'film') {
    const base: Film =
      guess.kind === 'film' ? guess : { kind: 'film', name: own.name, year: own.year, yearBy: 'name' }
    const film = { ...base, name: file.title ?? base.name, year: file.year ?? base.year }
    const guesses = filmReasons(path, film).map((reason) =>
      (reason.what === 'title' ? file.title : file.year) === undefined ? reason : { ...reason, ...by },
    )
    return { named: film, reasons: [kind, ...guesses], doubts: [], isCorrected: true }
  }
  const base = guess.kind === 'episode' ? guess : undefined
  const isSameSeries = base !== undefined && (file.series ?? base.series) === base.series
  const named: Episode = {
    kind: 'episode',
    series: file.series ?? base?.series ?? nameAndYear(foldersOf(path)[0] ?? '').name,
    year: isSameSeries ? base.year : null,
    seriesDir: isSameSeries ? base.seriesDir : '',
    season: file.season ?? base?.season ?? 1,
    episode: file.episode ?? base?.episode ?? 1,
    name: file.title ?? base?.name ?? '',
    mark: base?.mark ?? '',
    seasonBy: base?.seasonBy ?? 'name',
    seriesBy: base?.seriesBy ?? 'name',
  }
  const reasons: Reason[] = [
    kind,
    { what: 'series', value: named.series, ...by },
    { what: 'season', value: String(named.season), ...by },
    { what: 'episode', value: String(named.episode), ...by },
    ...(file.title === undefined ? [] : [{ what: 'title' as const, value: file.title, ...by }]),
  ]
  return { named, reasons, doubts: [], isCorrected: true }
}
