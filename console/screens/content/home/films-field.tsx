import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { consoleCollections } from '#contract/console/collections.ts'
import { consoleFilms } from '#contract/console/films.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { call } from '#console/session/call.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { IconButton } from '#console/ui/button.tsx'
import { Badge, Empty, Failed } from '#console/ui/page.tsx'
import { ItemSearch } from './item-search.tsx'
import { useHomeText } from './home-text.ts'
import { namedIn } from './rail-values.ts'
import { SortableList } from '#console/ui/sortable-list.tsx'
import styles from './home.module.css'

export type CollectionFilm = ResponseOf<typeof consoleCollections.one>['films'][number]

interface FilmsFieldProps {
  readonly films: readonly CollectionFilm[]
  readonly mayEdit: boolean
  readonly onChange: (films: readonly CollectionFilm[]) => void
}

/** The films of a collection in their order; others are found by name, year or number. */
export function FilmsField({ films, mayEdit, onChange }: FilmsFieldProps) {
  const t = useHomeText()
  const language = useLanguage()
  const nameOf = (film: CollectionFilm) => namedIn(language, film)
  const order = (vids: readonly number[]) =>
    onChange(vids.flatMap((vid) => films.find((film) => film.vid === vid) ?? []))
  return (
    <div className={styles['form']}>
      {films.length === 0 ? (
        <Empty text={t('noFilms')} />
      ) : (
        <SortableList
          label={t('filmsTitle')}
          items={films.map((film) => ({ ...film, id: film.vid }))}
          nameOf={nameOf}
          onOrder={mayEdit ? order : undefined}
          renderItem={(film) => <FilmRow film={film} name={nameOf(film)} />}
          renderActs={(film) =>
            mayEdit ? (
              <IconButton
                icon="close"
                label={t('remove', { name: nameOf(film) })}
                onPress={() => onChange(films.filter(({ vid }) => vid !== film.vid))}
              />
            ) : null
          }
        />
      )}
      {mayEdit ? <FilmSearch films={films} onAdd={(film) => onChange([...films, film])} /> : null}
    </div>
  )
}

function FilmRow({ film, name }: { readonly film: CollectionFilm; readonly name: string }) {
  const t = useHomeText()
  return (
    <div className={styles['film']}>
      {film.image === '' ? (
        <span className={styles['noPicture']} />
      ) : (
        <img src={film.image} alt="" loading="lazy" />
      )}
      <div>
        <span>{name}</span>
        <div className={styles['badges']}>
          <small>{film.year}</small>
          {film.is_missing ? <Badge tone="warn">{t('isMissing')}</Badge> : null}
        </div>
      </div>
    </div>
  )
}

const maxResults = 8

interface FilmSearchProps {
  readonly films: readonly CollectionFilm[]
  readonly onAdd: (film: CollectionFilm) => void
}

function FilmSearch({ films, onAdd }: FilmSearchProps) {
  const t = useHomeText()
  const language = useLanguage()
  const [query, setQuery] = useState('')
  // More than are shown: some are in the collection already.
  const request = { q: query.trim().slice(0, 200), limit: 50 }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleFilms.list, request),
    queryFn: ({ signal }) => call(consoleFilms.list, request, { signal }),
    placeholderData: keepPreviousData,
    enabled: request.q !== '',
  })
  const results = (data?.films ?? []).filter(({ vid }) => films.every((film) => film.vid !== vid)).map(filmOf)
  const add = (film: CollectionFilm) => {
    onAdd(film)
    setQuery('')
  }
  return (
    <>
      <ItemSearch
        label={t('filmSearch')}
        hint={t('filmHint')}
        value={query}
        onChange={setQuery}
        onEnter={() => results[0] !== undefined && add(results[0])}
      />
      {request.q === '' || (data === undefined && error === null) ? null : data === undefined ? (
        <Failed error={error ?? new Error()} onRetry={() => void refetch()} />
      ) : results.length === 0 ? (
        <p role="status">{t('nothingFound')}</p>
      ) : (
        <ul className={styles['results']} aria-label={t('filmSearch')}>
          {results.slice(0, maxResults).map((film) => {
            const name = namedIn(language, film)
            return (
              <li key={film.vid}>
                <FilmRow film={film} name={name} />
                <IconButton icon="add" label={t('addItem', { name })} onPress={() => add(film)} />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

function filmOf(film: ResponseOf<typeof consoleFilms.list>['films'][number]): CollectionFilm {
  return {
    ...{ vid: film.vid, year: film.year, image: film.image },
    name_ru: film.name_ru || film.name_original,
    name_uz: film.name_uz || film.name_original,
    is_missing: film.is_hidden || ['upcoming', 'ended'].includes(film.window.state),
  }
}
