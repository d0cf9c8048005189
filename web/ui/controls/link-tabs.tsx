import { useEffect, useRef } from 'react'
import { Link } from '#web/router/router.ts'
import styles from './link-tabs.module.css'

interface LinkTabsProps {
  readonly label: string
  readonly tabs: readonly { readonly name: string; readonly to: string; readonly isCurrent: boolean }[]
  /** A remote begins the page at the current tab. */
  readonly begins?: boolean
  /** Going from tab to tab is no step of the history, and leaves the page where it is scrolled to. */
  readonly inPlace?: boolean
}

/** Pages beside each other, in a strip that scrolls; the current one is brought into sight. */
export function LinkTabs({ label, tabs, begins = false, inPlace = false }: LinkTabsProps) {
  const strip = useRef<HTMLElement>(null)
  const current = tabs.find(({ isCurrent }) => isCurrent)?.to
  useEffect(() => {
    const element = strip.current
    const active = element?.querySelector<HTMLElement>('[aria-current]')
    if (element && active)
      element.scrollLeft = active.offsetLeft - element.clientWidth / 2 + active.offsetWidth / 2
  }, [current])
  return (
    <nav className={styles.strip} ref={strip} aria-label={label} data-row="">
      {tabs.map(({ name, to, isCurrent }) => (
        <Link
          key={name}
          className={styles.tab}
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
