import { Link } from '#web/router/router.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { useScrollToChosen } from './use-scroll-to-chosen.ts'
import pills from './pills.module.css'

interface LinkTabsProps {
  readonly label: string
  readonly tabs: readonly { readonly name: string; readonly to: string; readonly isCurrent: boolean }[]
  /** With a remote control the focus starts at the current tab. */
  readonly begins?: boolean
  /** Changing tabs adds no history entry and keeps the scroll position. */
  readonly inPlace?: boolean
}

/** Links to sibling pages, in a strip that scrolls; the current one is scrolled into view. */
export function LinkTabs({ label, tabs, begins = false, inPlace = false }: LinkTabsProps) {
  const current = tabs.find(({ isCurrent }) => isCurrent)?.to
  const strip = useScrollToChosen<HTMLElement>(current, tabs.length)
  return (
    <nav className={classes(pills.strip, pills.wide, pills.tabs)} ref={strip} aria-label={label} data-row="">
      {tabs.map(({ name, to, isCurrent }) => (
        <Link
          key={name}
          className={classes(pills.option, pills.pill, pills.tab)}
          to={to}
          replace={inPlace}
          preventScrollReset={inPlace}
          aria-current={isCurrent ? 'page' : undefined}
          data-first={begins && isCurrent ? '' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
