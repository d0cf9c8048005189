import { countries } from '#contract/form/countries.ts'
import { site } from '#contract/site/site.ts'
import { yearChoices } from '#contract/films/year-filter.ts'
import { useListText } from '#web/features/films/list-text.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Chips } from '#web/ui/controls/chips.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { types, type SearchParams } from './search-address.ts'
import { useSearchText } from '#web/features/search/search-text.ts'
import styles from './filters.module.css'

interface FiltersProps {
  readonly asked: SearchParams
  readonly onChange: (name: 'type' | 'genre' | 'country' | 'year', value: string) => void
}

/** A genre, a country and a year are of films and series; other kinds have none of them. */
export function Filters({ asked, onChange }: FiltersProps) {
  const t = useSearchText()
  const ofFilms = asked.type === '' || asked.type === 'films' || asked.type === 'serials'
  return (
    <div className={styles.filters}>
      <Chips
        label={t('type')}
        chosen={asked.type}
        options={[
          { value: '', name: t('type.all') },
          ...types.map((type) => ({ value: type, name: t(`type.${type}`) })),
        ]}
        onChoose={(value) => onChange('type', value)}
      />
      {ofFilms && <FilmFilters asked={asked} onChange={onChange} />}
    </div>
  )
}

function FilmFilters({ asked, onChange }: FiltersProps) {
  const t = useSearchText()
  const tList = useListText()
  const language = useLanguage()
  const genres = useCall(site.genres, {})
  return (
    <div className={styles.selects} data-row="">
      {genres.kind === 'answer' && (
        <Select
          label={tList('genre')}
          value={asked.genre}
          options={[
            { value: '', name: tList('allGenres') },
            ...genres.data.map((genre) => ({ value: String(genre.id), name: genre.name })),
          ]}
          onChange={(value) => onChange('genre', value)}
        />
      )}
      <Select
        label={t('country')}
        value={asked.country}
        options={[
          { value: '', name: t('allCountries') },
          ...countries.map((country) => ({ value: country.code, name: country[language] })),
        ]}
        onChange={(value) => onChange('country', value)}
      />
      <Select
        label={tList('year')}
        value={asked.year}
        options={[
          { value: '', name: tList('allYears') },
          ...yearChoices(new Date().getFullYear()).map((choice) => ({
            value: choice.id,
            name: choice[language],
          })),
        ]}
        onChange={(value) => onChange('year', value)}
      />
    </div>
  )
}
