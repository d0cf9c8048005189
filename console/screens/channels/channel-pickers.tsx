/** Pickers that the forms of channels share. */
import { channelQualities } from '#contract/console/channel-rules.ts'
import { gatheringCategoryId } from '#contract/form/constants.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Picker } from '#console/ui/picker.tsx'
import type { Category } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'

interface ChosenProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** `value`: the category's number. */
export function CategoryPicker({
  categories,
  ...chosen
}: ChosenProps & { readonly categories: readonly Category[] }) {
  const t = useChannelsText()
  const language = useLanguage()
  const choices = categories
    .filter(({ category_id: id }) => id !== gatheringCategoryId)
    .map(({ category_id: id, name_ru: ru, name_uz: uz }) => ({
      value: String(id),
      label: language === 'uz' ? uz || ru : ru,
    }))
  return <Picker<string> label={t('field.category_id')} choices={choices} {...chosen} />
}

/** Television or radio. `value`: whether it is radio, `true` or `false`. */
export function KindPicker(chosen: ChosenProps) {
  const t = useChannelsText()
  const choices = [
    { value: 'false', label: t('kind.television') },
    { value: 'true', label: t('kind.radio'), about: t('kind.radioAbout') },
  ]
  return <Picker<string> label={t('field.is_radio')} choices={choices} {...chosen} />
}

/** `value`: the word of the quality, '' for none. */
export function QualityPicker(chosen: ChosenProps) {
  const t = useChannelsText()
  const choices = [
    { value: '', label: t('quality.none') },
    ...channelQualities.map((value) => ({ value, label: t(`quality.${value}`) })),
  ]
  return <Picker<string> label={t('field.quality')} choices={choices} {...chosen} />
}
