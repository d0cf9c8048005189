import type { Nfo } from './parse-nfo.ts'
import type { PlannedEpisode } from './plan-folder.ts'

type Parts = readonly [Nfo, ...Nfo[]]
type Place = Pick<PlannedEpisode, 'season' | 'episode' | 'last'>

/**
 * The last episode that a file covers by an NFO with several: where it describes, from the file's own episode on, each
 * number without a gap, and none that has a file of its own (`next`). Else what the file's name says.
 */
export function lastOfNfo(parts: Parts, { season, episode, last }: Place, next: number | undefined): number {
  if (last > episode) return last
  const numbers = parts
    .filter((part) => part.episode !== null && (part.season ?? season) === season)
    .map((part) => part.episode ?? 0)
  // An NFO that begins elsewhere is of several files.
  if (Math.min(...numbers) !== episode) return episode
  let covered = episode
  while (numbers.includes(covered + 1) && covered + 1 !== next) covered += 1
  return covered
}

/**
 * The data of an NFO with several episodes for one file: of its episode, or of all that it covers, up to `last`,
 * together.
 */
export function nfoOfEpisode(parts: Parts, { season, episode, last }: Place): Nfo {
  const [first] = parts
  const own = parts
    .filter(
      (part) =>
        part.episode !== null &&
        part.episode >= episode &&
        part.episode <= last &&
        (part.season ?? season) === season,
    )
    .toSorted((one, other) => (one.episode ?? 0) - (other.episode ?? 0))
  const [nfo = first, ...more] = own
  if (more.length === 0) return nfo
  const joined = (of: (part: Nfo) => string, by: string) =>
    [...new Set(own.map(of).filter((text) => text !== ''))].join(by)
  return { ...nfo, title: joined(({ title }) => title, ' / '), plot: joined(({ plot }) => plot, '\n\n') }
}
