import type { FilmDetail } from '#contract/films.ts'
import { formatDuration } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import { useMovieText } from './movie-text.ts'
import styles from './facts.module.css'

/** Everything else that is known; what is not known has no line. */
export function Facts({ film }: { readonly film: FilmDetail }) {
  const t = useMovieText()
  const language = useLanguage()
  const facts = [
    [t('director'), film.director],
    [t('countries'), film.countries.join(', ')],
    [t('genres'), film.genres.join(', ')],
    [t('year'), film.year > 0 ? String(film.year) : ''],
    [t('duration'), film.duration_min > 0 ? formatDuration(film.duration_min * 60, language) : ''],
    [t('age'), film.age_rating],
    [t('provider'), film.provider_name],
  ].filter(([, value]) => value !== '')
  return (
    <section className={styles.facts}>
      <h2 className={styles.title}>{film.is_series === 1 ? t('aboutSeries') : t('about')}</h2>
      <dl className={styles.list}>
        {facts.map(([name, value]) => (
          <div className={styles.fact} key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
