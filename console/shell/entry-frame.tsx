import { type ReactNode, useEffect, useRef } from 'react'
import { Star } from '#console/ui/icons.tsx'
import { useServiceName } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { LanguageMenu, ThemeMenu } from './preference-menus.tsx'
import { useTitle } from '#console/ui/use-title.ts'
import styles from './entry-frame.module.css'

/** The frame of everything before a login is complete: one card. Each step's heading gets the focus unless a field has it. */
export function EntryFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  const shown = useRef('')
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) heading.current?.focus()
  }, [title])
  return (
    <div className={styles['frame']}>
      <header className={styles['header']}>
        <span className={styles['brand']}>
          <Star />
          <span className={styles['name']}>{useServiceName()}</span>
          <span className={styles['console']}>{t('brand.console')}</span>
        </span>
        <span className={styles['menus']}>
          <LanguageMenu onChosen={() => undefined} />
          <ThemeMenu />
        </span>
      </header>
      <main className={styles['main']}>
        <div className={styles['card']}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {children}
        </div>
      </main>
    </div>
  )
}
