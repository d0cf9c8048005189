import { classes } from '#console/ui/classes.ts'
import type { ContentLanguage } from '#console/screens/content/both-languages.tsx'
import type { Device } from '#console/screens/content/preview.tsx'
import type { FilmImages } from './film-pictures.tsx'
import { useFilmsText } from './films-text.ts'
import type { Film, FilmValues } from './film-values.ts'
import styles from './films.module.css'

interface FilmPreviewProps {
  readonly film: Film
  readonly values: FilmValues
  readonly images: FilmImages
  readonly language: ContentLanguage
  readonly device: Device
}

/** The head of the film's page as viewers will see it, from what is typed. */
export function FilmPreview({ film, values, images, language, device }: FilmPreviewProps) {
  const t = useFilmsText()
  const other = language === 'ru' ? 'uz' : 'ru'
  const name = values[`name_${language}`] || values[`name_${other}`] || values.name_original
  const description = values[`description_${language}`] || values[`description_${other}`]
  const genres = values.genres.split(',').flatMap((id) => {
    const genre = film.choices.genres.find((one) => String(one.id) === id)
    return genre === undefined ? [] : [language === 'uz' ? genre.name_uz : genre.name_ru]
  })
  const facts = [
    values.year,
    values.age_rating,
    ...genres,
    ...(film.duration_min > 0 ? [t('minutes', { count: film.duration_min })] : []),
    ...(values.trailer !== '' ? [t('hasTrailer')] : []),
  ]
  return (
    <div className={classes(styles['stage'], device === 'phone' && styles['phone'])}>
      {images.backdrop === '' ? null : <img src={images.backdrop} alt="" />}
      <div className={styles['words']}>
        {images.poster === '' ? <span className={styles['noPoster']} /> : <img src={images.poster} alt="" />}
        <div className={styles['facts']}>
          <p className={styles['filmTitle']}>{name}</p>
          {values.name_original === '' || values.name_original === name ? null : (
            <p>{values.name_original}</p>
          )}
          <p>{facts.filter(Boolean).join(' · ')}</p>
          <p>{description}</p>
        </div>
      </div>
    </div>
  )
}
