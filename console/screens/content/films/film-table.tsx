import { Link, useSearchParams } from 'wouter'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Icon } from '#console/ui/icons.tsx'
import { Badge } from '#console/ui/page.tsx'
import { type FilmQuery, type FilmSort, type ListedFilm, filmName, orderAfter } from './film-query.ts'
import { useWindowWords } from './window-state.tsx'
import { useFilmsText } from './films-text.ts'
import styles from './films.module.css'

interface FilmTableProps {
  readonly films: readonly ListedFilm[]
  readonly query: FilmQuery
  readonly selection: ReadonlySet<number>
  readonly onSelect: (selection: ReadonlySet<number>) => void
  readonly mayEdit: boolean
}

const columns: readonly (readonly [FilmSort | null, 'name' | 'year' | 'age' | 'state' | 'added'])[] = [
  ['name', 'name'],
  ['year', 'year'],
  [null, 'age'],
  [null, 'state'],
  ['added', 'added'],
]

/** A page of films. */
export function FilmTable({ films, query, selection, onSelect, mayEdit }: FilmTableProps) {
  const toggle = (vid: number) => {
    const next = new Set(selection)
    if (!next.delete(vid)) next.add(vid)
    onSelect(next)
  }
  return (
    <table className={styles['table']}>
      <Head films={films} query={query} selection={selection} onSelect={onSelect} mayEdit={mayEdit} />
      <tbody>
        {films.map((film) => (
          <Row
            key={film.vid}
            film={film}
            mayEdit={mayEdit}
            isSelected={selection.has(film.vid)}
            onSelect={() => toggle(film.vid)}
          />
        ))}
      </tbody>
    </table>
  )
}

function Head({ films, query, selection, onSelect, mayEdit }: FilmTableProps) {
  const t = useFilmsText()
  const [, setSearch] = useSearchParams()
  const isAll = films.every(({ vid }) => selection.has(vid))
  const sortBy = (name: FilmSort) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      next.delete('page')
      next.set('sort', orderAfter(query, name))
      return next
    })
  const direction = query.descending === 1 ? 'descending' : 'ascending'
  return (
    <thead>
      <tr>
        <th scope="col" className={styles['check']}>
          {mayEdit ? (
            <input
              type="checkbox"
              aria-label={t('selectAll')}
              checked={isAll}
              onChange={() => onSelect(isAll ? new Set() : new Set(films.map(({ vid }) => vid)))}
            />
          ) : (
            <span className="spoken">{t('select')}</span>
          )}
        </th>
        {columns.map(([sort, name]) => (
          <th
            key={name}
            scope="col"
            className={styles[name]}
            aria-sort={sort === null ? undefined : sort === query.sort ? direction : 'none'}
          >
            {sort === null ? (
              t(`column.${name}`)
            ) : (
              <button type="button" className={styles['sort']} onClick={() => sortBy(sort)}>
                {t(`column.${name}`)}
                {sort === query.sort ? (
                  <Icon name={query.descending === 1 ? 'down' : 'up'} size={16} />
                ) : null}
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface RowProps {
  readonly film: ListedFilm
  readonly mayEdit: boolean
  readonly isSelected: boolean
  readonly onSelect: () => void
}

function Row({ film, mayEdit, isSelected, onSelect }: RowProps) {
  const t = useFilmsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const name = filmName(film, language)
  return (
    <tr data-selected={isSelected || undefined}>
      <td className={styles['check']}>
        {mayEdit ? (
          <input
            type="checkbox"
            aria-label={t('selectOne', { name })}
            checked={isSelected}
            onChange={onSelect}
          />
        ) : null}
      </td>
      <td className={styles['name']}>
        <div className={styles['nameCell']}>
          {film.image === '' ? (
            <span className={styles['noThumb']} />
          ) : (
            <img src={film.image} alt="" loading="lazy" />
          )}
          <div>
            <Link href={`/films/${film.vid}`}>{name}</Link>
            {film.name_original === '' || film.name_original === name ? null : (
              <small>{film.name_original}</small>
            )}
          </div>
        </div>
      </td>
      <td className={styles['year']}>{film.year}</td>
      <td className={styles['age']}>{film.age_rating || '—'}</td>
      <td className={styles['state']}>
        <States film={film} />
      </td>
      <td className={styles['added']}>{formatMoment(film.added_at, language, nowSec)}</td>
    </tr>
  )
}

function States({ film }: { readonly film: ListedFilm }) {
  const t = useFilmsText()
  const words = useWindowWords()
  const { state } = film.window
  return (
    <div className={styles['badges']}>
      {film.is_hidden ? (
        <Badge tone="warn">{t('isHidden')}</Badge>
      ) : state === 'always' || state === 'open' ? (
        <Badge tone="good">{t('isShown')}</Badge>
      ) : null}
      {state === 'always' ? null : (
        <Badge tone={state === 'open' ? 'own' : 'warn'}>{words(film.window)}</Badge>
      )}
      {film.is_refused ? <Badge tone="bad">{t('isRefused')}</Badge> : null}
      {film.is_series ? <Badge>{t('isSeries')}</Badge> : null}
      {film.free_movie ? <Badge>{t('isFree')}</Badge> : null}
      {film.is_uzbek_missing ? <Badge tone="warn">{t('noUzbek')}</Badge> : null}
      {film.is_edited ? <Badge tone="own">{t('isEdited')}</Badge> : null}
    </div>
  )
}
