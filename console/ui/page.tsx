/** The parts that every screen is made of. */
import type { ReactNode } from 'react'
import { useText } from '#console/session/text.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icons.tsx'
import { useTitle } from './use-title.ts'
import styles from './page.module.css'

interface PageProps {
  readonly title: string
  readonly text?: string
  readonly acts?: ReactNode
  /** Above the title: the way back. */
  readonly above?: ReactNode
  /** Text and forms do not get wider than they can be read. */
  readonly isNarrow?: boolean
  readonly children: ReactNode
}

/** A screen: its heading, which gets the focus when the screen is opened, its acts and content. */
export function Page({ title, text, acts, above, isNarrow = false, children }: PageProps) {
  useTitle(title)
  return (
    <div className={classes(styles['page'], isNarrow && styles['narrow'])}>
      {above}
      <header className={styles['header']}>
        <div>
          <h1 id="page-title" tabIndex={-1}>
            {title}
          </h1>
          {text === undefined ? null : <p className={styles['lead']}>{text}</p>}
        </div>
        {acts === undefined ? null : <div className={styles['acts']}>{acts}</div>}
      </header>
      {children}
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly text?: string
  readonly acts?: ReactNode
  /** What a link on the page leads to: `#tariffs`. */
  readonly id?: string
  readonly children: ReactNode
}

/** A framed part of a screen. */
export function Section({ title, text, acts, id, children }: SectionProps) {
  return (
    <section id={id} className={styles['section']}>
      <header className={styles['sectionHeader']}>
        <div>
          <h2>{title}</h2>
          {text === undefined ? null : <p>{text}</p>}
        </div>
        {acts}
      </header>
      {children}
    </section>
  )
}

/** What stands where a list has nothing. */
export function Empty({ text, act }: { readonly text: string; readonly act?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <p>{text}</p>
      {act}
    </div>
  )
}

/** A part that could not be loaded. */
export function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const t = useText()
  return (
    <div className={styles['empty']} role="alert">
      <Icon name="warning" size={28} />
      <div>
        <p className={styles['strong']}>{t('common.failed')}</p>
        <p>{error.message}</p>
      </div>
      <Button onPress={onRetry}>{t('common.retry')}</Button>
    </div>
  )
}

/** Grey lines in the place of what is loading. */
export function Skeleton({ lines }: { readonly lines: number }) {
  const t = useText()
  return (
    <div className={styles['skeleton']} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} />
      ))}
    </div>
  )
}

/** A short word about a state. */
export function Badge({
  tone = 'plain',
  isSentence = false,
  children,
}: {
  readonly tone?: 'plain' | 'good' | 'bad' | 'warn' | 'own'
  /** Longer than a few words: it may take several lines. */
  readonly isSentence?: boolean
  readonly children: ReactNode
}) {
  return (
    <span className={classes(styles['badge'], isSentence && styles['sentence'], styles[tone])}>
      {children}
    </span>
  )
}

/** The initials of a person in a circle. */
export function Avatar({ name }: { readonly name: string }) {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
  return (
    // Drawn by the style sheet: the name stands beside it, or is the name of the control around it.
    <span className={styles['avatar']} data-initials={initials.toUpperCase()} aria-hidden="true" />
  )
}
