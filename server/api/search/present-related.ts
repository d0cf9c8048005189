import type { Language } from '#contract/form/failures.ts'
import type { RelatedFilm } from '#contract/search/search.ts'
import { filmCard } from '#server/api/films/present.ts'
import { type Snapshot, type TitleRecord, inLanguage, nameOf } from '#server/catalogue/catalogue.ts'
import type { RelatedTitle } from '#server/search/search.ts'

const maxNames = 2

/** The card of a related title, with the strongest thing the two titles share. */
export function presentRelated(
  { title, directors, actors, collections, isWatchedAlong }: RelatedTitle,
  of: TitleRecord,
  snapshot: Snapshot,
  language: Language,
): RelatedFilm {
  const people = (ids: readonly number[]) =>
    ids
      .slice(0, maxNames)
      .flatMap((id) => snapshot.content.people.get(id) ?? [])
      .map((person) => nameOf(person, language))
  const collection = snapshot.collection(collections[0] ?? 0)
  const reason = (): RelatedFilm['reason'] => {
    if (directors.length > 0) return { kind: 'director', names: people(directors) }
    if (actors.length > 0) return { kind: 'actor', names: people(actors) }
    if (collection !== undefined)
      return { kind: 'collection', names: [inLanguage(collection.name, language)] }
    if (isWatchedAlong) return { kind: 'watched', names: [] }
    const shared = title.genreIds.filter((id) => of.genreIds.includes(id)).slice(0, maxNames)
    return { kind: 'genre', names: shared.map((id) => snapshot.genreName(id, language)) }
  }
  return { ...filmCard(title, snapshot, language), reason: reason() }
}
