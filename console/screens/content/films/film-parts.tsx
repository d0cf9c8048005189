/** The parts of a film's form. */
import { filmAges } from '#contract/console/films.ts'
import { useLanguage } from '#console/session/preferences.ts'
import type { ConsoleForm } from '#console/session/use-form.ts'
import { TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { useFilmsText } from './films-text.ts'
import { NewGenre } from './new-genre.tsx'
import type { Film, FilmValues } from './film-values.ts'
import styles from './films.module.css'

interface PartProps {
  readonly form: ConsoleForm<FilmValues>
}

/** Names and descriptions, Russian and Uzbek side by side. */
export function FilmTexts({ form }: PartProps) {
  const t = useFilmsText()
  return (
    <>
      <div className={styles['columns']}>
        {(['ru', 'uz'] as const).map((language) => (
          <fieldset key={language} className={styles['language']}>
            <legend>{t(`language.${language}`)}</legend>
            <TextField field={form.field(`name_${language}`)} label={t('name')} autoComplete="off" />
            <TextArea
              field={form.field(`description_${language}`)}
              label={t('description')}
              rows={6}
              lang={language}
            />
          </fieldset>
        ))}
      </div>
      <TextField field={form.field('name_original')} label={t('original')} autoComplete="off" />
    </>
  )
}

interface FilmPartProps extends PartProps {
  readonly film: Film
}

/** Year, ages, ratings and access. */
export function FilmFacts({ form, film }: FilmPartProps) {
  const t = useFilmsText()
  const language = useLanguage()
  const named = ({ id, name_ru: ru, name_uz: uz }: { id: number; name_ru: string; name_uz: string }) => ({
    value: String(id),
    label: language === 'uz' ? uz || ru : ru || uz,
  })
  // An import may have written an age that is not in the list.
  const ages = [...new Set<string>([...filmAges, film.age_rating])]
  const pick = (
    name: keyof FilmValues & string,
    label: string,
    choices: readonly { value: string; label: string }[],
  ) => (
    <Picker<string>
      label={label}
      value={form.values[name]}
      choices={choices}
      onChange={(value) => form.set(name, value)}
    />
  )
  return (
    <div className={styles['columns']}>
      <TextField field={form.field('year')} label={t('year')} autoComplete="off" />
      <TextField
        field={form.field('countries')}
        label={t('countries')}
        hint={t('countriesHint')}
        autoComplete="off"
      />
      {pick(
        'age_rating',
        t('age'),
        ages.map((age) => ({ value: age, label: age || t('noAge') })),
      )}
      <TextField field={form.field('rating_kp')} label={t('ratingKp')} autoComplete="off" />
      <TextField field={form.field('rating_imdb')} label={t('ratingImdb')} autoComplete="off" />
      {pick('free_movie', t('access'), [
        { value: '', label: t('access.premium') },
        { value: '1', label: t('access.free') },
      ])}
      {pick('is_hidden', t('visibility'), [
        { value: '', label: t('visibility.shown') },
        { value: '1', label: t('visibility.hidden') },
      ])}
      {pick('is_kids', t('audience'), [
        { value: '', label: t('audience.all') },
        { value: '1', label: t('audience.kids') },
      ])}
      {pick('category_id', t('category'), film.choices.categories.map(named))}
      {pick(
        'provider_id',
        t('provider'),
        film.choices.providers.map(({ id, name }) => ({ value: String(id), label: name })),
      )}
    </div>
  )
}

/** Genres, in the order in which they were chosen, and people, one per line. */
export function FilmPeople({ form, film }: FilmPartProps) {
  const t = useFilmsText()
  const language = useLanguage()
  const chosen = form.values.genres.split(',').filter(Boolean)
  const toggle = (id: string) =>
    form.set('genres', (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]).join(','))
  return (
    <>
      <fieldset className={styles['genres']}>
        <legend>{t('genres')}</legend>
        {film.choices.genres.length === 0 ? <p>{t('noGenres')}</p> : null}
        {film.choices.genres.map(({ id, name_ru: ru, name_uz: uz }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(String(id))}
              onChange={() => toggle(String(id))}
            />
            {language === 'uz' ? uz || ru : ru || uz}
          </label>
        ))}
        <NewGenre onAdded={(id) => toggle(String(id))} />
      </fieldset>
      <div className={styles['columns']}>
        <TextArea field={form.field('directors')} label={t('directors')} hint={t('peopleHint')} rows={3} />
        <TextArea field={form.field('actors')} label={t('actors')} hint={t('peopleHint')} rows={6} />
      </div>
    </>
  )
}
