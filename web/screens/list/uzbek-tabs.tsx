import { uzbekCategoryIds } from '#contract/form/constants.ts'
import { pathOf } from '#contract/form/pages.ts'
import { LinkTabs } from '#web/ui/controls/link-tabs.tsx'
import { useListText } from '#web/features/films/list-text.ts'
import styles from './list-screen.module.css'

interface UzbekTabsProps {
  /** One of the six kinds, or undefined for all of them. */
  readonly chosen: number | undefined
  /** The filters, which stay when the kind changes. */
  readonly query: string
}

const names = Object.keys(uzbekCategoryIds) as (keyof typeof uzbekCategoryIds)[]

/** The six kinds of Uzbek content, each on a page of its own (CAT-07). */
export function UzbekTabs({ chosen, query }: UzbekTabsProps) {
  const t = useListText()
  const tabOf = (id: number | undefined, path: string, name: string) => ({
    name,
    to: query === '' ? path : `${path}?${query}`,
    isCurrent: id === chosen,
  })
  const tabs = [
    tabOf(undefined, pathOf('uzbek'), t('allUzbek')),
    ...names.map((name) => {
      const id = uzbekCategoryIds[name]
      return tabOf(id, pathOf('uzbekList', { provider: id }), t(`uzbek.${name}`))
    }),
  ]
  return (
    <div className={styles.kinds}>
      <LinkTabs label={t('uzbek')} tabs={tabs} />
    </div>
  )
}
