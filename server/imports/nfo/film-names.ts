import { furtherIn, lastOf } from './further-episodes.ts'

/** The data in a file's name and folders. */
export type NamedVideo =
  | {
      readonly kind: 'film'
      readonly name: string
      readonly year: number | null
      /** The text that says the year: the file's name or its folder's. */
      readonly yearBy: 'name' | 'folder'
    }
  | {
      readonly kind: 'episode'
      /** The series' name, from its folder or the start of the file name. */
      readonly series: string
      readonly year: number | null
      /** The folder of the series, relative to the import's root; empty for the root itself. */
      readonly seriesDir: string
      readonly season: number
      readonly episode: number
      readonly name: string
      /** The part of the file's name that says the episode: `2x05`. */
      readonly mark: string
      readonly seasonBy: 'name' | 'folder'
      readonly seriesBy: 'name' | 'folder'
    }
  | { readonly kind: 'trailer'; readonly of: string }
  | { readonly kind: 'extra' }

const seasonFolder =
  /^(?:season|сезон|staffel|fasl|series)\s*[-_. №]*(\d{1,3})\b|^(\d{1,3})\s*[-_. ]*(?:-?[йи]\s*)?(?:сезон|season|-?fasl)|^s(\d{1,2})$/i
const specialsFolder = /^(?:specials?|спецвыпуски|extras?|season\s*0+)$/i
const marks: readonly RegExp[] = [
  /(?:^|[\s._[(-])s(\d{1,3})[\s._-]*e(\d{1,4})(?!\d)/i,
  // Not `sar_2x1`, `16x9`: those are aspect ratios.
  /(?<!(?:^|[\s._[(-])(?:sar|dar|par|ar|aspect|ratio|scale)[\s._-]{0,2})(?:^|[\s._[(-])(?!(?:16x9|4x3|21x9|16x10|1x1)(?!\d))(\d{1,2})x(\d{1,3})(?!\d)/i,
  /(\d{1,2})\s*[-_. ]*(?:-?[йи]\s*)?сезон[\s._,-]*(\d{1,4})\s*[-_. ]*(?:-?[яй]\s*)?(?:серия|эпизод)/i,
  /сезон\s*(\d{1,2})[\s._,-]*(?:серия|эпизод)\s*(\d{1,4})/i,
  /(\d{1,2})-?fasl[\s._,-]*(\d{1,4})-?qism/i,
]
const episodeOnly: readonly RegExp[] = [
  /(?:^|[\s._-])(?:e|ep|episode|серия|эпизод|выпуск)\s*[-_. №]*(\d{1,4})(?!\d)/i,
  /(?:^|[\s._-])(\d{1,4})\s*[-_. ]*(?:-?[яй]\s*)?(?:серия|эпизод|qism)/i,
  /^\s*(\d{1,4})(?:\s*[-_.)\s]|$)/,
]
// As Jellyfin marks them: with a hyphen. «The Big Short» and “The Interview” are films.
const extraNames =
  /(?:^|[\s._-])sample$|-\s*(?:behindthescenes|deleted|featurette|interview|scene|short|clip|extra|other)$/i
const extraFolders =
  /^(?:extras?|samples?|featurettes?|behind the scenes|deleted scenes|interviews?|трейлеры?|trailers?)$/i

/** Which guesses are switched off. */
export interface NameReading {
  /** Numbers like 2x1 are no episodes. */
  readonly noCrosses?: boolean | undefined
  /** Numbers like 2019 are no years. */
  readonly noYears?: boolean | undefined
}

/** The place of the mark of numbers like 2x1 in `marks`. */
const crossMark = 1

/** Parses a path relative to the import's root, with `/` between folders. */
export function readVideoPath(path: string, { noCrosses, noYears }: NameReading = {}): NamedVideo {
  const folders = path.split('/')
  const file = (folders.pop() ?? '').replace(/\.[A-Za-z0-9]{2,5}$/, '')
  const [, trailerOf] = /^(.*?)[\s._-]*(?:trailer|трейлер)$/i.exec(file) ?? []
  if (trailerOf !== undefined) return { kind: 'trailer', of: trailerOf }
  const folder = folders.at(-1) ?? ''
  if (extraNames.test(file) || extraFolders.test(folder)) return { kind: 'extra' }
  const season = seasonOf(folder)
  for (const [place, form] of marks.entries()) {
    const match = noCrosses === true && place === crossMark ? null : form.exec(file)
    if (match === null) continue
    const before = file.slice(0, match.index)
    const after = file.slice(match.index + match[0].length)
    const numbers = { season: Number(match[1]), episode: Number(match[2]), mark: markOf(match[0]) }
    return episodeIn(folders, { ...numbers, inSeasonFolder: season !== undefined, before, after, noYears })
  }
  if (season !== undefined) {
    for (const mark of episodeOnly) {
      const match = mark.exec(file)
      if (match === null) continue
      const after = file.slice(match.index + match[0].length)
      const numbers = { season, episode: Number(match[1]), mark: markOf(match[0]) }
      const inFolder = episodeIn(folders, { ...numbers, inSeasonFolder: true, before: '', after, noYears })
      return { ...inFolder, seasonBy: 'folder' }
    }
  }
  const own = nameAndYear(file, noYears)
  // A film alone in its folder uses the folder's name when only that one has a year.
  const outer = nameAndYear(folder, noYears)
  return own.year === null && outer.year !== null
    ? { kind: 'film', ...outer, yearBy: 'folder' }
    : { kind: 'film', ...own, yearBy: 'name' }
}

function markOf(text: string): string {
  return text.replace(/^[\s._[(-]+|[\s._-]+$/g, '')
}

const noNumbers: ReadonlySet<number> = new Set()

/**
 * The last of the episodes in one file, by its name: 6 of `S01E05-E06` and `S01E04E05E06`; `first` for a single one.
 * `own`: the numbers that other files of the season begin with.
 */
export function lastEpisodeOf(path: string, first: number, own = noNumbers): number {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.[A-Za-z0-9]{2,5}$/, '')
  for (const [place, form] of [...marks.slice(0, crossMark + 1), ...episodeOnly.slice(0, 1)].entries()) {
    const match = form.exec(file)
    if (match === null) continue
    const [season, episode] = place <= crossMark ? [Number(match[1]), match[2]] : [undefined, match[1]]
    const after = file.slice(match.index + match[0].length)
    return Number(episode) === first ? lastOf(first, furtherIn(after, season), own) : first
  }
  return first
}

/** The season of a folder: `Season 1`, «Сезон 1», «1 сезон», `S01`, `Specials`. */
export function seasonOf(folder: string): number | undefined {
  if (specialsFolder.test(folder.trim())) return 0
  const match = seasonFolder.exec(folder.trim())
  const number = match?.[1] ?? match?.[2] ?? match?.[3]
  return number === undefined ? undefined : Number(number)
}

interface EpisodeMark extends Pick<NameReading, 'noYears'> {
  readonly season: number
  readonly episode: number
  readonly mark: string
  readonly inSeasonFolder: boolean
  /** What stands before and after the mark. */
  readonly before: string
  readonly after: string
}

function episodeIn(
  folders: readonly string[],
  { season, episode, mark, inSeasonFolder, before, after, noYears }: EpisodeMark,
): Extract<NamedVideo, { kind: 'episode' }> {
  const dirs = inSeasonFolder ? folders.slice(0, -1) : folders
  const named = nameAndYear(before, noYears)
  const folder = nameAndYear(dirs.at(-1) ?? '', noYears)
  const useFolder =
    folder.name !== '' && (inSeasonFolder || named.name === '' || sameName(folder.name, named.name))
  const series = useFolder ? folder : named
  return {
    kind: 'episode',
    series: series.name,
    year: series.year,
    seriesDir: useFolder ? dirs.join('/') : '',
    season,
    episode,
    name: nameAfter(after),
    mark,
    seasonBy: 'name',
    seriesBy: useFolder ? 'folder' : 'name',
  }
}

/** The name of an episode, after the others of its file and what says the channels of its sound. */
function nameAfter(after: string): string {
  return cleanName(after.slice(furtherIn(after, undefined).length).replace(channels, ' '))
}

/** `-5.1` */
const channels = /^[\s._-]*-[257]\.[01](?!\d)/

function sameName(a: string, b: string) {
  return a.toLowerCase() === b.toLowerCase()
}

const yearInBrackets = /^(.+?)[\s._]*[([]((?:18|19|20)\d{2})(?:\s?[-–—]\s?(?:\d{4})?)?[)\]]/s

/** A year at the end of a name. `The Best of 1980-1990` has none; `Lost (2004-2010)` is a series of 2004. */
const yearOfName =
  /^(.+?)[\s._]*(?:[([]|\b(?<!\d{4}\s?[-–—]\s?)(?!\d{4}\s?[-–—]\s?(?:\d{4}|\d{2})(?![\d.-])))((?:18|19|20)\d{2})\b(?:[)\]]|[-–—](?:\d{4})?[)\]])?(?=$|[\s._\-()[\]])/s

/** `Kesh.2021.1080p.WEB-DL` → Kesh, 2021. A name that is only a year (`1917`) stays a name. `noYears`: none has one. */
export function nameAndYear(
  text: string,
  noYears = false,
): { readonly name: string; readonly year: number | null } {
  if (noYears) return { name: cleanName(text), year: null }
  // «Blade Runner 2049 (2017)»: the number in brackets is the year.
  const match = yearInBrackets.exec(text.trim()) ?? yearOfName.exec(text.trim())
  const [, before, year] = match ?? []
  if (before !== undefined && year !== undefined) {
    const name = cleanName(before)
    if (name !== '') return { name, year: Number(year) }
  }
  return { name: cleanName(text), year: null }
}

const junk =
  /[\s._([-]+(?:(?:480|576|720|1080|2160)[pi]|4k|uhd|web-?dl|web-?rip|blu-?ray|bd-?rip|dvd-?rip|hdtv(?:rip)?|hd-?rip|x26[45]|h\.?26[45]|hevc|avc|xvid|divx|aac|ac3|dts|rus|uzb|eng|dub|лицензия|remux|proper|extended)\b.*$/i

/** Resolution or codec marks, alone in brackets: `(EDTV 576p)`, `[WSVGA]`, `(1920x1080)`. */
const pictureMark =
  /^(?:\d{3,4}[pi]\d{0,3}|\d{3,4}[x×]\d{3,4}|[248]k|(?:u|f|q|n|full)?hd|full|sd|[es]dtv|hdtv|[qhwsufx]{0,4}[vx]ga|q?cif|hdr|hdr10|sdr|hlg|dv|dolby|vision|\d{1,2}bit|\d{2}fps|[xh]26[456]|hevc|avc|vvc|av1|vp[89]|mpeg[24]|3d|remastered)$/i

function cleanName(text: string): string {
  return text
    .replace(/[\s._]*[([]([^()[\]]{1,40})[)\]]/g, (whole, inner: string) =>
      inner.split(/[\s,._/+-]+/).every((word) => pictureMark.test(word)) ? ' ' : whole,
    )
    .replace(junk, '')
    .replace(/[._\p{Cc}]+/gu, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–—.,(]+|[\s\-–—,(]+$/g, '')
    .trim()
}
