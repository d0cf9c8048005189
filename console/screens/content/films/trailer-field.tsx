import { useState } from 'react'
import { consoleFilms } from '#contract/console/films.ts'
import { formatSpan } from '#console/i18n/format.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import type { ConsoleForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { useFilmEditorText } from './film-editor-text.ts'
import type { Film, FilmValues } from './film-values.ts'
import styles from './editor.module.css'

interface TrailerFieldProps {
  readonly form: ConsoleForm<FilmValues>
  readonly film: Film
}

/** Chooses the trailer among packaged files that are short enough, and leads to where the stored one plays. */
export function TrailerField({ form, film }: TrailerFieldProps) {
  const t = useFilmEditorText()
  const language = useLanguage()
  const [q, setQuery] = useState('')
  const field = form.field('trailer')
  const { data } = useCall(consoleFilms.trailers, { vid: film.vid, q })
  const choices = (data?.files ?? []).map((file) => {
    const name = language === 'uz' ? file.name_uz || file.name_ru : file.name_ru || file.name_uz
    const label = `${name}, ${formatSpan(file.duration_sec, language)}`
    return { value: file.asset, label, about: file.is_own ? t('trailerOwn') : file.asset }
  })
  // The chosen file stays in sight whatever is searched.
  const isListed = field.value === '' || choices.some(({ value }) => value === field.value)
  const chosen = isListed ? [] : [{ value: field.value, label: field.value }]
  return (
    <fieldset className={styles['windows']} id={field.id} tabIndex={-1}>
      <legend>{t('trailer')}</legend>
      <p className={styles['hint']}>{t('trailerHint')}</p>
      <div className={styles['window']}>
        <SearchInput label={t('trailerSearch')} hint={t('trailerSearchHint')} value={q} onChange={setQuery} />
        <Picker
          label={t('trailerFile')}
          value={field.value}
          choices={[{ value: '', label: t('noTrailer') }, ...chosen, ...choices]}
          onChange={field.onChange}
        />
        {field.value === '' ? null : (
          <Button look="quiet" onPress={() => field.onChange('')}>
            {t('removeTrailer')}
          </Button>
        )}
      </div>
      <div role="alert">
        {field.problem === undefined ? null : <p className={styles['problem']}>{field.problem}</p>}
      </div>
      {film.trailer === '' ? null : (
        <a href={`/movie/${film.vid}`} target="_blank" rel="noreferrer">
          {t('watchTrailer')}
        </a>
      )}
    </fieldset>
  )
}
