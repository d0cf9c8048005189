/** The viewer's city, which nobody has to say (MSG-01). */
import { useState } from 'react'
import { accountCity } from '#contract/accounts/city.ts'
import { ru } from '#web/i18n/ru/account/city.ts'
import { uz } from '#web/i18n/uz/account/city.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { createTextHook } from '#web/session/text.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import styles from './cabinet-screen.module.css'

const useCityText = createTextHook(ru, uz)

/** Shown once the present choice is known to the page. */
export function CityCard() {
  const t = useCityText()
  const stored = useCall(accountCity.show, {})
  const [chosen, setChosen] = useState<number>()
  if (stored.kind !== 'ok') return null
  const { cities, city_id: before, is_suggested: isSuggested } = stored.data
  const cityId = chosen ?? before
  const city = cities.find((one) => one.city_id === cityId)
  const regionId = city === undefined ? 0 : city.region_id || city.city_id
  const choose = async (next: string) => {
    setChosen(Number(next))
    const result = await call(accountCity.save, { city_id: Number(next) })
    if (result.kind === 'ok') {
      forgetResponses(accountCity.show.path)
      return showToast(t('saved'))
    }
    setChosen(chosen)
    showToast(result.kind === 'refused' ? result.message : t('failed'))
  }
  const optionsOf = (region: number) =>
    cities
      .filter((one) => one.region_id === region)
      .map((one) => ({ value: String(one.city_id), name: one.name }))
  return (
    <section className={styles.card}>
      <h2 className={styles.label}>{t('title')}</h2>
      <p className={styles.text}>{t(isSuggested === 1 && chosen === undefined ? 'suggested' : 'why')}</p>
      <Select
        label={t('region')}
        value={String(regionId)}
        options={[{ value: '0', name: t('none') }, ...optionsOf(0)]}
        onChange={(next) => void choose(next)}
      />
      {regionId > 0 && optionsOf(regionId).length > 0 && (
        <Select
          label={t('city')}
          value={String(cityId)}
          options={[{ value: String(regionId), name: t('whole') }, ...optionsOf(regionId)]}
          onChange={(next) => void choose(next)}
        />
      )}
    </section>
  )
}
