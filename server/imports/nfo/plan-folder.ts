import {
  FilesBeside,
  type PlannedFile,
  dirOf,
  isPicture,
  isSubtitle,
  isVideo,
  nameOf,
  stem,
} from './files-beside.ts'
import { nameAndYear, readVideoPath } from './film-names.ts'
import {
  EpisodeGroups,
  type PlannedEpisode,
  type PlannedSeries,
  type SeriesPlaces,
} from './group-episodes.ts'
import { type Naming, noNaming } from './naming.ts'
import { type Doubt, type UnderstoodVideo, understandVideo, withEpisode } from './understand-name.ts'

export interface PlannedFilm extends PlannedFile {
  readonly kind: 'film'
  readonly name: string
  readonly year: number | null
  readonly trailer: string | undefined
}

export type { PlannedEpisode, PlannedSeries }

export interface FolderPlan {
  readonly titles: readonly (PlannedFilm | PlannedSeries)[]
  readonly refused: readonly RefusedPath[]
  /** Trailers and subtitles without a matching film. */
  readonly stray: readonly RefusedPath[]
  /** Samples and extras. */
  readonly left: readonly string[]
  /** Neither a film nor a file of one, with the reason. */
  readonly passed: readonly RefusedPath[]
  /** How each video is understood, with what is doubtful about it beside the others. */
  readonly understood: ReadonlyMap<string, UnderstoodVideo>
}

export interface RefusedPath {
  readonly path: string
  readonly why: string
}

export interface PlanOptions {
  /** Which files are imported; all when absent. The others count for the order of the files and the places of series. */
  takes?(path: string): boolean
  /** Where the series of the catalogue are: a correction may name one of them. */
  readonly stored?: SeriesPlaces
}

/** Groups a list of files into films and series, with the files beside each. */
export function planFolder(
  files: readonly string[],
  naming: Naming = noNaming,
  { takes = () => true, stored = new Map() }: PlanOptions = {},
): FolderPlan {
  const byDir = Map.groupBy(files, dirOf)
  const all = understandVideos(files, byDir, naming)
  const taken = files.filter((path) => takes(path))
  const takenByDir = Map.groupBy(taken, dirOf)
  const besides = new Map([...takenByDir].map(([dir, some]) => [dir, new FilesBeside(some)]))
  const understood = new Map([...all].filter(([video]) => takes(video)))
  const films: PlannedFilm[] = []
  const groups = new EpisodeGroups(all, stored, { taken: takenByDir, all: byDir })
  const refused: RefusedPath[] = []
  const trailers = new Map<string, string[]>()
  const left: string[] = []
  for (const [video, one] of understood) {
    const { named } = one
    const dir = dirOf(video)
    const beside = besides.get(dir) ?? new FilesBeside([])
    if (named.kind === 'extra') left.push(video)
    else if (named.kind === 'trailer') trailers.set(dir, [...(trailers.get(dir) ?? []), video])
    else if (named.kind === 'film') {
      const { name, year } = named
      films.push({ kind: 'film', name, year, trailer: undefined, ...beside.of(video, true) })
    } else if (named.series === '')
      refused.push({ path: video, why: 'it is an episode, but neither its name nor its folder says of what' })
    else {
      const episode = { ...one, named }
      understood.set(video, withEpisode(one, named.episode, groups.lastOf(video, episode)))
      const double = groups.add(video, episode, beside)
      if (double === undefined) continue
      refused.push({ path: video, why: `it is the same episode as ${double}` })
      doubt(understood, double, 'double')
    }
  }
  const series = groups.ended()
  const firsts = new Map(films.toReversed().map(({ video }) => [stem(video), video]))
  const single = films.filter((film) => {
    const why = whySameTitle(film, firsts, series)
    if (why !== undefined) refused.push({ path: film.video, why })
    return why === undefined
  })
  doubtNumbers(understood, single, [...series.values()], naming)
  const titles = [...withTrailers(single, trailers), ...series.values()]
  return {
    titles,
    refused,
    stray: strayFiles(taken, titles, [...trailers.values()].flat()),
    left,
    passed: passedFiles(taken, titles),
    understood,
  }
}

/** What of a plan is below a folder; everything when it is ''. A series has its episodes there. */
export function planBelow(plan: FolderPlan, folder: string): FolderPlan {
  if (folder === '') return plan
  const isBelow = (path: string) => path.startsWith(`${folder}/`)
  const some = (files: readonly RefusedPath[]) => files.filter(({ path }) => isBelow(path))
  return {
    titles: plan.titles.flatMap((title): FolderPlan['titles'] => {
      if (title.kind === 'film') return isBelow(title.video) ? [title] : []
      const episodes = title.episodes.filter(({ video }) => isBelow(video))
      return episodes.length === 0 ? [] : [{ ...title, episodes }]
    }),
    ...{ refused: some(plan.refused), stray: some(plan.stray), passed: some(plan.passed) },
    left: plan.left.filter(isBelow),
    understood: plan.understood,
  }
}

/** Corrected ones come last: each may belong to a series that is in a folder of its own. */
function understandVideos(
  files: readonly string[],
  byDir: ReadonlyMap<string, readonly string[]>,
  naming: Naming,
): Map<string, UnderstoodVideo> {
  const all: (readonly [string, UnderstoodVideo])[] = []
  for (const some of byDir.values()) {
    let order = 0
    for (const video of some.filter(isVideo)) {
      const one = understandVideo(video, naming, order + 1)
      if (one.named.kind === 'film' || one.named.kind === 'episode') order += 1
      all.push([video, one])
    }
  }
  const places = new Map(files.map((path, place) => [path, place]))
  all.sort(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  return new Map([
    ...all.filter(([, { isCorrected }]) => !isCorrected),
    ...all.filter(([, { isCorrected }]) => isCorrected),
  ])
}

function doubt(understood: Map<string, UnderstoodVideo>, video: string, mark: Doubt): void {
  const one = understood.get(video)
  if (one !== undefined && !one.doubts.includes(mark))
    understood.set(video, { ...one, doubts: [...one.doubts, mark] })
}

/** Films beside each other whose names differ in a number only, and episodes before which some are missing. */
function doubtNumbers(
  understood: Map<string, UnderstoodVideo>,
  films: readonly PlannedFilm[],
  series: readonly PlannedSeries[],
  naming: Naming,
): void {
  const alike = films.filter(
    ({ video }) =>
      naming.folder(dirOf(video)).kind !== 'films' && understood.get(video)?.isCorrected !== true,
  )
  const groups = Map.groupBy(alike, ({ video, name }) => `${dirOf(video)}/${name.replace(/\d+/g, '#')}`)
  for (const [name, some] of groups)
    if (name.includes('#') && some.length > 2)
      for (const { video } of some) doubt(understood, video, 'numbered')
  for (const { episodes } of series)
    for (const [place, { season, episode, video }] of episodes.entries()) {
      const before = episodes[place - 1]
      const last = before?.season === season ? before.last : undefined
      if (last !== undefined && episode > last + 1) doubt(understood, video, 'jump')
    }
}

/** A title identified only by its location and name must be unique there. */
function whySameTitle(
  { video }: PlannedFilm,
  /** The first film of each name. */
  firsts: ReadonlyMap<string, string>,
  series: ReadonlyMap<string, PlannedSeries>,
): string | undefined {
  const first = firsts.get(stem(video))
  if (first !== undefined && first !== video)
    return `${nameOf(first)} has the same name and was taken; keep one of them, or give this one another name`
  return series.has(stem(video))
    ? 'a series has the same name and place; give this film another name'
    : undefined
}

function strayFiles(
  files: readonly string[],
  titles: FolderPlan['titles'],
  trailers: readonly string[],
): RefusedPath[] {
  const used = new Set<string | undefined>(
    titles.flatMap((title) =>
      title.kind === 'film'
        ? [title.trailer, ...title.subtitles.map(({ path }) => path)]
        : title.episodes.flatMap(({ subtitles }) => subtitles.map(({ path }) => path)),
    ),
  )
  const why = (path: string): string =>
    isSubtitle(path)
      ? 'no film beside it has a name that these subtitles begin with; call them <film>.ru.srt'
      : 'no film beside it has the name of this trailer, or it has one already; call it <film>-trailer'
  return [...trailers, ...files.filter((path) => isSubtitle(path))]
    .filter((path) => !used.has(path))
    .map((path) => ({ path, why: why(path) }))
}

/** Files that no title uses: other formats, and descriptions and pictures without a film of their name. */
function passedFiles(files: readonly string[], titles: FolderPlan['titles']): RefusedPath[] {
  const used = new Set<string | undefined>(
    titles.flatMap((title) => [
      ...(title.kind === 'film' ? [title] : title.episodes).flatMap((one) => [
        one.nfo,
        one.poster,
        one.fanart,
        one.thumb,
      ]),
      ...(title.kind === 'series' ? [title.nfo, title.poster, title.fanart] : []),
    ]),
  )
  return files
    .filter((path) => !isVideo(path) && !isSubtitle(path) && !used.has(path))
    .map((path) => ({
      path,
      why: /\.nfo$/i.test(path)
        ? 'no film beside it has the name of this description'
        : isPicture(path)
          ? 'it is not called like a picture of a film beside it'
          : 'it is neither a film nor anything that belongs to one',
    }))
}

function withTrailers(
  films: readonly PlannedFilm[],
  trailers: ReadonlyMap<string, readonly string[]>,
): PlannedFilm[] {
  const counts = Map.groupBy(films, ({ video }) => dirOf(video))
  return films.map((film) => {
    const dir = dirOf(film.video)
    const inDir = counts.get(dir)?.length ?? 0
    const own = nameAndYear(nameOf(stem(film.video))).name.toLowerCase()
    const trailer = (trailers.get(dir) ?? []).find((path) => {
      const named = readVideoPath(path)
      return inDir === 1 || (named.kind === 'trailer' && nameAndYear(named.of).name.toLowerCase() === own)
    })
    return trailer === undefined ? film : { ...film, trailer }
  })
}
