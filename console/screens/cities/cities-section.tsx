import { useState } from 'react'
import { type CityRow, consoleCities } from '#contract/console/cities.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useMay } from '#console/session/session.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { foldText } from '#console/ui/fold-text.ts'
import { Empty, Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { useCitiesText } from './cities-text.ts'
import { CityDialog } from './city-dialog.tsx'
import styles from './cities.module.css'

/** In place of a region while all of them are searched. */
const ofAll = 'all'

/** The cities of one region, or of all where one is searched. */
export function CitiesSection({ cities }: { readonly cities: readonly CityRow[] }) {
  const t = useCitiesText()
  const language = useLanguage()
  const mayEdit = useMay()('settings', 'edit')
  const regions = cities.filter(({ region_id: region }) => region === 0)
  const [chosen, choose] = useState(String(regions[0]?.city_id ?? 0))
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<CityRow | 'new'>()
  const region = regions.find(({ city_id: id }) => String(id) === chosen) ?? regions[0]
  const q = foldText(typed)
  const shown = cities.filter(({ city_id: id, region_id: of, name }) =>
    q === ''
      ? id === region?.city_id || of === region?.city_id
      : Object.values(name).some((one) => foldText(one).includes(q)),
  )
  return (
    <Section
      title={t('cities')}
      text={t('citiesText')}
      acts={mayEdit ? <Button onPress={() => setOpen('new')}>{t('add')}</Button> : undefined}
    >
      <div className={styles['column']}>
        <div className={styles['filters']}>
          <Picker
            label={t('region')}
            value={q === '' ? String(region?.city_id ?? 0) : ofAll}
            choices={[
              ...(q === '' ? [] : [{ value: ofAll, label: t('allRegions') }]),
              ...regions.map(({ city_id: id, name }) => ({ value: String(id), label: name[language] })),
            ]}
            onChange={(next) => {
              if (next === ofAll) return
              choose(next)
              setTyped('')
            }}
          />
          <SearchInput label={t('find')} value={typed} onChange={setTyped} />
        </div>
        {shown.length === 0 ? (
          <Empty text={t('none')} />
        ) : (
          <ul className={styles['list']} aria-label={t('cities')}>
            {shown.map((city) => (
              <CityItem key={city.city_id} city={city} mayEdit={mayEdit} onChange={() => setOpen(city)} />
            ))}
          </ul>
        )}
      </div>
      {open === undefined ? null : (
        <CityDialog
          city={open === 'new' ? undefined : open}
          regions={regions}
          regionId={region?.city_id ?? 0}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  )
}

interface CityItemProps {
  readonly city: CityRow
  readonly mayEdit: boolean
  readonly onChange: () => void
}

function CityItem({ city, mayEdit, onChange }: CityItemProps) {
  const t = useCitiesText()
  const language = useLanguage()
  const { send } = useSending('settings')
  const { city_id: id, region_id: region, name: names, accounts } = city
  const name = names[language]
  const facts = [...(region === 0 ? [t('wholeRegion')] : []), t('accounts', { count: accounts })]
  return (
    <li className={styles['item']}>
      <span className={styles['about']}>
        <span>{name}</span>
        <small>{facts.join(' · ')}</small>
      </span>
      {mayEdit ? (
        <span className={styles['acts']}>
          <Button look="quiet" aria-label={t('changeOf', { name })} onPress={onChange}>
            {t('change')}
          </Button>
          <IconButton
            icon="close"
            label={t('remove', { name })}
            onPress={() => void send(consoleCities.remove, { city_id: id }, () => t('removed', { name }))}
          />
        </span>
      ) : null}
    </li>
  )
}
