import { lastEpisodeOf } from './film-names.ts'
import type { Nfo } from './parse-nfo.ts'
import type { PlannedEpisode } from './plan-folder.ts'

/**
 * The data of an NFO with several episodes for one file: of its episode, or of all of them together when the file's
 * name says that it contains several.
 */
export function nfoOfEpisode(
  parts: readonly [Nfo, ...Nfo[]],
  { season, episode, video }: PlannedEpisode,
): Nfo {
  const [first] = parts
  const last = lastEpisodeOf(video, episode)
  const own = parts.filter(
    (part) =>
      part.episode !== null &&
      part.episode >= episode &&
      part.episode <= last &&
      (part.season ?? season) === season,
  )
  const [nfo = first, ...more] = own
  if (more.length === 0) return nfo
  const joined = (of: (part: Nfo) => string, by: string) =>
    [...new Set(own.map(of).filter((text) => text !== ''))].join(by)
  return { ...nfo, title: joined(({ title }) => title, ' / '), plot: joined(({ plot }) => plot, '\n\n') }
}
