import { filmCard, personPhoto } from '#server/api/films/present.ts'
import type { Language } from '#contract/form/failures.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { Airing, EpisodeMatch, FilmMatch, PersonMatch, ProgrammeMatch } from '#contract/search/search.ts'
import { type PersonRecord, type Snapshot, inLanguage, nameOf } from '#server/catalogue/catalogue.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { TitleMatch } from './find-everything.ts'
import {
  matchedBy,
  type EpisodeIndex,
  type OfferedAiring,
  type OfferedProgramme,
} from '#server/search/search.ts'

/** `words`: those of the searched query, folded. */
export function presentFilm(
  { title, document }: TitleMatch,
  words: readonly string[],
  snapshot: Snapshot,
  language: Language,
): FilmMatch {
  const card = filmCard(title, snapshot, language)
  return { ...card, found_by: matchedBy(words, card.name, document) }
}

export function presentEpisode({ title, season, episode }: EpisodeIndex, language: Language): EpisodeMatch {
  return {
    vid: title.vid,
    vfid: episode.file.vfid,
    series_name: nameOf(title, language),
    season: season.number,
    number: episode.number,
    last_number: episode.last ?? episode.number,
    name: inLanguage(episode.name, language),
    still: pictureAddress('still', episode.file.vfid, episode.still, 480),
    duration_sec: Math.round(episode.file.durationMs / 1000),
  }
}

/** How many titles a person is described with. */
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

/** A programme with its airings, as far as they can be watched now or later. */
export function presentAirings({ best, more }: OfferedProgramme, language: Language): ProgrammeMatch {
  const { programme } = best
  return {
    ...presentAiring(best, language),
    title: inLanguage(programme.title, language),
    age_rating: programme.ageRating,
    more: more.map((one) => presentAiring(one, language)),
  }
}

function presentAiring({ programme, channel, state }: OfferedAiring, language: Language): Airing {
  return {
    pid: programme.pid,
    cid: programme.cid,
    channel_name: inLanguage(channel.name, language),
    logo: pictureAddress('logo', channel.cid, channel.logo, 240),
    begin_time: Math.floor(programme.beginMs / 1000),
    end_time: Math.floor(programme.endMs / 1000),
    state,
    href:
      state === 'past'
        ? pathOf('tvArchive', { id: programme.cid, archiId: programme.pid })
        : pathOf('channel', { id: programme.cid }),
  }
}
