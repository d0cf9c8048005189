import type { ReactNode } from 'react'
import { ownName, useServiceName } from '#web/session/service-name.ts'
import { Link } from '#web/router/router.ts'
import { countries } from '#contract/form/countries.ts'
import type { FilmDetail } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { site } from '#contract/site/site.ts'
import { formatDuration } from '#web/i18n/format.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { useMovieText } from '#web/screens/movie/watching/movie-text.ts'
import styles from './facts.module.css'

interface Value {
  readonly text: string
  /** The list of titles with the same value; null where there is none. */
  readonly to: string | null
}

function plain(text: string): readonly Value[] {
  return text === '' ? [] : [{ text, to: null }]
}

/**
 * The other facts of a title; missing ones have no line, and values that a list can be filtered by link to that
 * list.
 */
export function Facts({ film }: { readonly film: FilmDetail }) {
  const t = useMovieText()
  const service = useServiceName()
  const language = useLanguage()
  const genres = useCall(site.genres, {})
  const list = pathOf(film.is_series === 1 ? 'serials' : 'newMovies')
  const genreId = (name: string) =>
    genres.kind === 'ok' ? genres.data.find((genre) => genre.name === name)?.id : undefined
  const countryCode = (name: string) => countries.find((country) => country[language] === name)?.code
  const linked = (text: string, key: string, value: string | number | undefined): Value => ({
    text,
    to: value === undefined ? null : `${list}?${key}=${value}`,
  })
  const facts: readonly (readonly [string, readonly Value[]])[] = [
    [
      t('director'),
      film.directors.map(({ aid, name }) => ({ text: name, to: pathOf('person', { provider: aid }) })),
    ],
    [t('countries'), film.countries.map((name) => linked(name, 'country', countryCode(name)))],
    [t('genres'), film.genres.map((name) => linked(name, 'genre', genreId(name)))],
    [t('year'), film.year > 0 ? [linked(String(film.year), 'year', film.year)] : []],
    [t('duration'), plain(film.duration_min > 0 ? formatDuration(film.duration_min * 60, language) : '')],
    [t('age'), plain(film.age_rating)],
    [t('originalName'), plain(film.original_name === film.name ? '' : film.original_name)],
    [t('provider'), plain(ownName(film.provider_name, service))],
  ]
  return (
    <section className={styles.facts}>
      <h2 className={styles.title}>{film.is_series === 1 ? t('aboutSeries') : t('about')}</h2>
      <dl className={styles.list}>
        {facts
          .filter(([, values]) => values.length > 0)
          .map(([name, values]) => (
            <div className={styles.fact} key={name}>
              <dt>{name}</dt>
              <dd data-row="">
                {values.map((value, index) => [index > 0 && ', ', <Fact key={value.text} {...value} />])}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function Fact({ text, to }: Value): ReactNode {
  return to === null ? (
    <span>{text}</span>
  ) : (
    <Link className={styles.link} to={to}>
      {text}
    </Link>
  )
}
