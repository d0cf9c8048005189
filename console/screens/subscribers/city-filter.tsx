import { consoleCities } from '#contract/console/cities.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Picker } from '#console/ui/picker.tsx'
import { useSubscribersText } from './words/subscribers-text.ts'
import styles from './subscribers.module.css'

interface CityFilterProps {
  /** '' for any. */
  readonly city: string
  readonly onChange: (city: string) => void
}

/** Subscribers of one city, or of a region with its cities. */
export function CityFilter({ city, onChange }: CityFilterProps) {
  const t = useSubscribersText()
  const language = useLanguage()
  const { data } = useCall(consoleCities.list, {})
  if (data === undefined) return null
  const names = new Map(data.cities.map(({ city_id: id, name }) => [id, name[language]]))
  return (
    <div className={styles['cityFilter']}>
      <Picker
        label={t('city')}
        value={city}
        isCompact
        choices={[
          { value: '', label: t('cityAny') },
          ...data.cities.map(({ city_id: id, region_id: region, name }) => ({
            ...{ value: String(id), label: name[language] },
            about: region === 0 ? t('cityWhole') : (names.get(region) ?? ''),
          })),
        ]}
        onChange={onChange}
      />
    </div>
  )
}
