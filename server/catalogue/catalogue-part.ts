/** A part of an indexed catalogue: what a profile sees of it. */
import { extraProviderId } from '#contract/form/constants.ts'
import { Bitmap } from './lists/bitmap.ts'
import type { CatalogueContent, TitleRecord } from './titles/title.ts'

export type ShowsTitle = (title: TitleRecord) => boolean

export interface CataloguePart {
  readonly shows: ShowsTitle
  /** The positions of its titles. */
  readonly places: Bitmap
  readonly content: CatalogueContent
}

interface WholeCatalogue {
  readonly content: CatalogueContent
  /** In the order of their positions. */
  readonly titles: readonly TitleRecord[]
}

/** One pass over the titles. Nothing of the part names what is left out: no person, collection, genre or provider. */
export function partOf({ content, titles }: WholeCatalogue, shows: ShowsTitle): CataloguePart {
  const places = new Bitmap(titles.length)
  const [vids, people, genres, providers] = [
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
    new Set<number>([extraProviderId]),
  ]
  for (const [place, title] of titles.entries()) {
    if (!shows(title)) continue
    places.add(place)
    vids.add(title.vid)
    providers.add(title.providerId)
    for (const id of title.genreIds) genres.add(id)
    for (const { personId } of title.credits) people.add(personId)
  }
  const collections = content.collections.flatMap((collection) => {
    const own = collection.vids.filter((vid) => vids.has(vid))
    return own.length === 0 ? [] : [{ ...collection, vids: own }]
  })
  return {
    shows,
    places,
    content: {
      ...content,
      collections,
      titles: content.titles.filter(({ vid }) => vids.has(vid)),
      people: new Map([...content.people].filter(([personId]) => people.has(personId))),
      genres: content.genres.filter(({ id }) => genres.has(id)),
      providers: content.providers.filter(({ id }) => providers.has(id)),
    },
  }
}
