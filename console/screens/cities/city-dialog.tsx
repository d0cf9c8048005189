import { useState } from 'react'
import { type CityRow, consoleCities } from '#contract/console/cities.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { useCitiesText } from './cities-text.ts'
import styles from './cities.module.css'

interface CityDialogProps {
  /** Undefined for a new one, which is in `regionId`. */
  readonly city: CityRow | undefined
  readonly regions: readonly CityRow[]
  readonly regionId: number
  readonly onClose: () => void
}

export function CityDialog({ city, regions, regionId, onClose }: CityDialogProps) {
  const t = useCitiesText()
  const base = useText()
  const language = useLanguage()
  const { confirm } = useSending('settings')
  const [region, setRegion] = useState(String(city?.region_id ?? regionId))
  const { ru = '', uz = '', en = '' } = city?.name ?? {}
  const form = useForm(
    consoleCities.save,
    { name_ru: ru, name_uz: uz, name_en: en },
    {
      toInput: (names) => ({
        ...names,
        ...{ city_id: city?.city_id ?? null, version: city?.version ?? 0, region_id: Number(region) },
      }),
      changes: [consoleCities.list],
      onDone: ({ change_id: changeId }, { name_ru: name }) => {
        if (changeId > 0) confirm(changeId, t('saved', { name }))
        onClose()
      },
    },
  )
  return (
    <Dialog
      title={city === undefined ? t('newCity') : t('changeOf', { name: city.name[language] })}
      isOpen
      onClose={onClose}
    >
      <form className={styles['form']} onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <Picker
            label={t('region')}
            value={region}
            choices={[
              { value: '0', label: t('isRegion') },
              ...regions
                .filter(({ city_id: id }) => id !== city?.city_id)
                .map(({ city_id: id, name }) => ({ value: String(id), label: name[language] })),
            ]}
            onChange={setRegion}
          />
          <TextField field={form.field('name_ru')} label={t('nameRu')} />
          <TextField field={form.field('name_uz')} label={t('nameUz')} />
          <TextField field={form.field('name_en')} label={t('nameEn')} />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {base('common.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
