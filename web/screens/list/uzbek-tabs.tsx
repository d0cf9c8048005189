import { UZBEK_CATEGORIES } from '#contract/constants.ts'
import { Chips } from '#web/ui/chips.tsx'
import { useListText } from './list-text.ts'

interface UzbekTabsProps {
  readonly chosen: string
  readonly onChoose: (value: string) => void
}

const names = Object.keys(UZBEK_CATEGORIES) as (keyof typeof UZBEK_CATEGORIES)[]

/** The six kinds of Uzbek content (CAT-07). */
export function UzbekTabs({ chosen, onChoose }: UzbekTabsProps) {
  const t = useListText()
  const options = [
    { value: '', name: t('allUzbek') },
    ...names.map((name) => ({ value: String(UZBEK_CATEGORIES[name]), name: t(`uzbek.${name}`) })),
  ]
  return <Chips label={t('uzbek')} chosen={chosen} options={options} onChoose={onChoose} />
}
