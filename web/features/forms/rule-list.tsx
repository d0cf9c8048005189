import type { ReactNode } from 'react'
import { Icon } from '#web/ui/controls/icon.tsx'
import styles from './rule-list.module.css'

interface RuleListProps {
  readonly size: 'small' | 'large'
  /** `Rule`s of the same size. */
  readonly children: ReactNode
}

/** What a password must meet, each ticked off while it is typed. */
export function RuleList({ size, children }: RuleListProps) {
  return (
    <ul className={styles.rules} data-size={size}>
      {children}
    </ul>
  )
}

interface RuleProps {
  readonly size: 'small' | 'large'
  readonly isMet: boolean
  /** Read aloud behind the rule: whether it is met. */
  readonly spoken: string
  readonly children: string
}

export function Rule({ size, isMet, spoken, children }: RuleProps) {
  return (
    <li className={styles.rule} data-met={isMet ? '' : undefined}>
      {isMet ? <Icon name="check" size={size === 'small' ? 16 : 20} /> : <span className={styles.ring} />}
      <span>
        {children}
        <span className="spoken">: {spoken}</span>
      </span>
    </li>
  )
}
