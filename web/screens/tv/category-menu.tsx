import { classes } from '#web/ui/text/class-names.ts'
import { radioCategory, shownCategories } from './category-rules.ts'
import { useTvText } from './guide/model/tv-text.ts'
import { useCategories } from '#web/features/channels/use-channels.ts'
import pills from '#web/ui/controls/pills.module.css'
import { useScrollToChosen } from '#web/ui/controls/use-scroll-to-chosen.ts'
import styles from './category-menu.module.css'

interface CategoryMenuProps {
  readonly asViewer: boolean
  /** Some channels are radio. */
  readonly hasRadio: boolean
  readonly chosen: string | null
  readonly onChoose: (value: string) => void
  /** A horizontal strip on every screen: beside the guide there is no room for a column. */
  readonly isStrip?: boolean
}

/** A column at the side, a strip of chips on a phone. */
export function CategoryMenu({ asViewer, hasRadio, chosen, onChoose, isStrip = false }: CategoryMenuProps) {
  const t = useTvText()
  const { items } = useCategories(asViewer)
  const current =
    chosen === null || chosen === 'all' ? '' : chosen === 'favoritesInner' ? 'favorites' : chosen
  const entries = [
    { value: '', name: t('all') },
    ...(asViewer ? [{ value: 'favorites', name: t('favourites') }] : []),
    ...shownCategories(items).map((category) => ({ value: String(category.id), name: category.name })),
    ...(hasRadio ? [{ value: radioCategory, name: t('radio') }] : []),
  ]
  const strip = useScrollToChosen<HTMLUListElement>(current, items.length)
  return (
    <nav className={classes(styles.menu, isStrip && styles.strip)} aria-label={t('categories')}>
      <ul className={classes(pills.strip, styles.list)} ref={strip}>
        {entries.map(({ value, name }) => (
          <li key={value}>
            <button
              type="button"
              className={classes(pills.option, pills.pill, styles.item)}
              aria-pressed={value === current}
              onClick={() => onChoose(value)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
