import { useState } from 'react'
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
  readonly params: SearchParams
  readonly onChange: (name: 'type' | 'genre' | 'country' | 'year', value: string) => void
}

/** Genre, country and year apply to films and series only. */
export function Filters({ params: request, onChange }: FiltersProps) {
  const t = useSearchText()
  const ofFilms = request.type === '' || request.type === 'films' || request.type === 'serials'
  return (
    <div className={styles.filters}>
      <Chips
        label={t('type')}
        chosen={request.type}
        options={[
          { value: '', name: t('type.all') },
          ...types.map((type) => ({ value: type, name: t(`type.${type}`) })),
        ]}
        onChoose={(value) => onChange('type', value)}
      />
      {ofFilms && <FilmFilters params={request} onChange={onChange} />}
    </div>
  )
}

function FilmFilters({ params: request, onChange }: FiltersProps) {
  const [thisYear] = useState(() => new Date().getFullYear())
  const t = useSearchText()
  const tList = useListText()
  const language = useLanguage()
  const genres = useCall(site.genres, {})
  return (
    <div className={styles.selects} data-row="">
      {genres.kind === 'ok' && (
        <Select
          label={tList('genre')}
          value={request.genre}
          options={[
            { value: '', name: tList('allGenres') },
            ...genres.data.map((genre) => ({ value: String(genre.id), name: genre.name })),
          ]}
          onChange={(value) => onChange('genre', value)}
        />
      )}
      <Select
        label={t('country')}
        value={request.country}
        options={[
          { value: '', name: t('allCountries') },
          ...countries.map((country) => ({ value: country.code, name: country[language] })),
        ]}
        onChange={(value) => onChange('country', value)}
      />
      <Select
        label={tList('year')}
        value={request.year}
        options={[
          { value: '', name: tList('allYears') },
          ...yearChoices(thisYear).map((choice) => ({
            value: choice.id,
            name: choice[language],
          })),
        ]}
        onChange={(value) => onChange('year', value)}
      />
    </div>
  )
}
