import { films, type FilmCard } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { call } from '#web/session/requests/api.ts'
import { favourites } from '#web/features/favourites/use-favourite.ts'
import type { Leftover } from './delayed-removal.ts'
import { SavedList } from './saved-list.tsx'
import { useMyText } from './my-text.ts'
import { pageLimit, usePages } from './use-pages.ts'

function idOf(film: FilmCard) {
  return film.vid
}

/** The viewer's favourite titles, the latest first. */
export function FavoritesTab() {
  const t = useMyText()
  const base = useText()
  const pages = usePages<FilmCard>({
    path: films.list.path,
    idOf,
    async load(page, signal) {
      const result = await call(films.list, { favorited_only: 1, page, limit: pageLimit }, signal)
      if (result.kind !== 'ok') return result
      const { videos, total } = result.data
      for (const { vid } of videos.item) favourites.reported(vid, true)
      return { kind: 'ok', data: { items: videos.item, total } }
    },
  })
  const remove = async (ids: readonly number[]): Promise<Leftover | null> => {
    const outcomes = await Promise.all(
      ids.map(async (vid) => ({ vid, outcome: await favourites.set(vid, false) })),
    )
    const left = outcomes.filter(({ outcome }) => outcome.kind === 'undone')
    pages.drop(ids.filter((id) => !left.some(({ vid }) => vid === id)))
    const [first] = left
    if (first === undefined) return null
    const message = first.outcome.kind === 'undone' ? first.outcome.message : ''
    return { ids: left.map(({ vid }) => vid), message }
  }
  return (
    <SavedList
      slug="favorites"
      shape="poster"
      {...pages}
      idOf={idOf}
      lookOf={(film) => ({
        to: pathOf('movie', { id: film.vid }),
        picture: film.thumbnail_small,
        name: film.name,
        meta: [
          [film.year || '', film.is_series === 1 ? base('card.series') : film.genres[0]]
            .filter(Boolean)
            .join(' · '),
        ],
        part: null,
      })}
      count={(count) => t('count', { count })}
      onMore={pages.more}
      onRemove={remove}
    />
  )
}
