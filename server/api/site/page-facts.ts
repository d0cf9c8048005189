import type { EntityPageHeads } from '#server/api/context/head-facts.ts'
import { type FilmFacts, type HeadFacts } from '#server/api/context/head-facts.ts'
import { countEpisodes, filmCard, personPhoto } from '#server/api/films/present.ts'
import {
  type LiveCatalogue,
  inLanguage,
  nameOf,
  type Snapshot,
  type TitleRecord,
} from '#server/catalogue/catalogue.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import type { Viewing } from '#server/viewing/viewing.ts'
import { uzbekCategoryIds } from '#contract/form/constants.ts'
import type { Language } from '#contract/form/failures.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'

export interface EntityPageHeadsDeps {
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly television: Pick<LiveTelevision, 'now'>
  readonly viewing: Pick<Viewing, 'rating'>
}

export function entityPageHeads({ catalogue, television, viewing }: EntityPageHeadsDeps): EntityPageHeads {
  return {
    film: async (vid, language) => {
      const content = catalogue.now()
      const title = content.anyTitle(vid)
      if (title === undefined) return undefined
      const { average, count } = await viewing.rating(undefined, vid)
      return filmHead(title, content, language, average === null ? null : { average, count })
    },
    person: (aid, language) => {
      const { people, mergedPeople } = catalogue.now().content
      const person = people.get(mergedPeople?.get(aid) ?? aid)
      if (person === undefined) return undefined
      return {
        name: nameOf(person, language),
        description: inLanguage(person.about, language),
        image: personPhoto(person, 480),
        kind: 'person',
      }
    },
    channel: (cid, language) => {
      const channel = television.now().channel(cid)
      if (channel === undefined) return undefined
      return {
        name: inLanguage(channel.name, language),
        description: '',
        image: pictureAddress('logo', cid, channel.logo, 480),
        kind: 'channel',
      }
    },
    collection: (id, language) => {
      const collection = catalogue.now().collection(id)
      if (collection === undefined) return undefined
      return {
        name: inLanguage(collection.name, language),
        description: inLanguage(collection.description, language),
        image: null,
        kind: 'collection',
      }
    },
  }
}

function filmHead(
  title: TitleRecord,
  content: Snapshot,
  language: Language,
  rating: FilmFacts['rating'],
): HeadFacts {
  return {
    name: nameOf(title, language),
    description: inLanguage(title.description, language),
    image: pictureAddress('backdrop', title.vid, title.backdrop, 1280),
    kind: title.isSeries ? 'series' : 'film',
    year: title.year,
    isUnlisted: !content.isListed(title.vid),
    film: filmFacts(title, content, language, rating),
  }
}

const maxActors = 10
const uzbekCategories: ReadonlySet<number> = new Set(Object.values(uzbekCategoryIds))

function filmFacts(
  title: TitleRecord,
  content: Snapshot,
  language: Language,
  rating: FilmFacts['rating'],
): FilmFacts {
  const { genres, countries, original_name: originalName } = filmCard(title, content, language)
  const people = (kind: 'director' | 'actor') =>
    title.credits
      .filter((credit) => credit.kind === kind)
      .slice(0, maxActors)
      .flatMap(({ personId }) => {
        const result = content.content.people.get(personId)
        return result === undefined ? [] : [{ id: personId, name: nameOf(result, language) }]
      })
  return {
    originalName,
    genres,
    countries,
    directors: people('director'),
    actors: people('actor'),
    ageRating: title.ageRating,
    durationMin: title.durationMin,
    seasons: title.seasons.length,
    episodes: title.seasons.reduce((sum, season) => sum + countEpisodes(season), 0),
    rating,
    list: title.isKids
      ? 'kids'
      : uzbekCategories.has(title.categoryId)
        ? 'uzbek'
        : title.isSeries
          ? 'serials'
          : 'newMovies',
  }
}
