import { type GuideView, presentProgramme } from '#server/api/channels/present.ts'
import { filmCard, personPhoto } from '#server/api/films/present.ts'
import type { Language } from '#contract/form/failures.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { Airing, EpisodeMatch, FilmMatch, PersonMatch, ProgrammeMatch } from '#contract/search/search.ts'
import {
  type PersonRecord,
  type Snapshot,
  type TitleRecord,
  inLanguage,
  nameOf,
} from '#server/catalogue/catalogue.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import {
  type ChannelRecord,
  type ProgrammeRecord,
  type TelevisionSnapshot,
} from '#server/television/television.ts'
import { matchedBy, type Findable, type EpisodePlace } from '#server/search/search.ts'

export function presentFilm(
  title: TitleRecord,
  findable: () => Findable,
  how: { readonly words: readonly string[]; readonly snapshot: Snapshot; readonly language: Language },
): FilmMatch {
  const card = filmCard(title, how.snapshot, how.language)
  return { ...card, found_by: matchedBy(how.words, card.name, findable) }
}

export function presentEpisode({ title, season, episode }: EpisodePlace, language: Language): EpisodeMatch {
  return {
    vid: title.vid,
    vfid: episode.file.vfid,
    series_name: nameOf(title, language),
    season: season.number,
    number: episode.number,
    name: inLanguage(episode.name, language),
    still: pictureAddress('still', episode.file.vfid, episode.still, 480),
    duration_sec: Math.round(episode.file.durationMs / 1000),
  }
}

/** What a person is remembered by. */
const maxNotableTitles = 2

export function presentPerson(person: PersonRecord, snapshot: Snapshot, language: Language): PersonMatch {
  const titles = snapshot.titlesOfPerson(person.personId)
  const name = nameOf(person, language)
  return {
    aid: person.personId,
    name,
    original_name: person.name.original === name ? '' : person.name.original,
    photo: personPhoto(person, 240),
    title_count: titles.length,
    known_for: titles.slice(0, maxNotableTitles).map((title) => nameOf(title, language)),
  }
}

/** What is needed to say which airings of a programme this caller can be shown. */
export interface AiringView extends GuideView {
  readonly television: TelevisionSnapshot
  /** The channels this caller sees. */
  readonly visible: ReadonlySet<number>
}

/** Recordings are looked for among so many past airings, newest first. */
const maxLookedBack = 12
const maxMore = 3

/**
 * A programme with the airing that serves best: the one on the air, else the newest that is recorded, else the next
 * one. Undefined when nothing of it can be watched or waited for.
 */
export function presentAirings(
  airings: readonly ProgrammeRecord[],
  view: AiringView,
): ProgrammeMatch | undefined {
  const shown = airings.filter(({ cid }) => view.visible.has(cid))
  const now = shown.filter(({ beginMs, endMs }) => beginMs <= view.nowMs && endMs > view.nowMs)
  const past = shown.filter(({ endMs }) => endMs <= view.nowMs).slice(-maxLookedBack)
  const ahead = shown.filter(({ beginMs }) => beginMs > view.nowMs).slice(0, maxMore + 1)
  const offered = [
    ...now.flatMap((one) => airing(one, 'now', view) ?? []),
    ...past.toReversed().flatMap((one) => airing(one, 'past', view) ?? []),
    ...ahead.flatMap((one) => airing(one, 'next', view) ?? []),
  ]
  const [best, ...others] = offered
  const programme = shown.find(({ pid }) => pid === best?.pid)
  if (best === undefined || programme === undefined) return undefined
  return {
    ...best,
    title: inLanguage(programme.title, view.language),
    age_rating: programme.ageRating,
    more: others.slice(0, maxMore).sort((a, b) => a.begin_time - b.begin_time),
  }
}

function airing(programme: ProgrammeRecord, state: Airing['state'], view: AiringView): Airing | undefined {
  const channel = view.television.channel(programme.cid)
  if (channel === undefined) return undefined
  const shown = presentProgramme(programme, view.television, view)
  if (state === 'past' && shown.url === null) return undefined
  return {
    pid: programme.pid,
    cid: programme.cid,
    channel_name: inLanguage(channel.name, view.language),
    logo: pictureAddress('logo', channel.cid, channel.logo, 240),
    begin_time: shown.begin_time,
    end_time: shown.end_time,
    state,
    href:
      state === 'past'
        ? pathOf('tvArchive', { id: programme.cid, archiId: programme.pid })
        : pathOf('channel', { id: programme.cid }),
  }
}

const dayMs = 86_400_000

/** Whether an airing might be shown at all, without asking what is recorded: for filtering many. */
export function mayBeShown(
  { cid, endMs }: ProgrammeRecord,
  channel: ChannelRecord | undefined,
  view: Pick<AiringView, 'nowMs' | 'visible'>,
): boolean {
  if (channel === undefined || !view.visible.has(cid)) return false
  return endMs > view.nowMs - channel.archiveDays * dayMs
}
