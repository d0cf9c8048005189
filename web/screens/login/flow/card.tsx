/** The parts that every step of the login card is made of. */
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from '#web/router/router.ts'
import { useServiceName } from '#web/session/service-name.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useHead } from '#web/shell/page/page-head.ts'
import { Icon, type IconName } from '#web/ui/controls/icon.tsx'
import { addressOf, type Step } from './steps.ts'
import styles from './login-screen.module.css'

/** Each step has its own title: screen readers, the history and browser tabs tell the steps apart by it. */
export function useStepTitle(title: string): void {
  const service = useServiceName()
  useHead({ title: `${title} · ${service}`, description: '' })
}

interface HeadProps {
  readonly title: string
  readonly lead: ReactNode
}

export function Head({ title, lead }: HeadProps) {
  useStepTitle(title)
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
    </div>
  )
}

interface StepLinkProps {
  readonly to: Step
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A link to another step, which keeps the page to return to after the login. */
export function StepLink({ to, children, className }: StepLinkProps) {
  const { state } = useLocation()
  return (
    <Link to={addressOf(to)} state={state} className={className ?? styles.link}>
      {children}
    </Link>
  )
}

interface EndProps {
  readonly icon: IconName
  readonly title: string
  /** Absent: what has to be read first is in the children. */
  readonly text?: ReactNode
  readonly children: ReactNode
}

/** A final state: what happened and what can be done now. Screen readers start at its title. */
export function End({ icon, title, text, children }: EndProps) {
  useStepTitle(title)
  const head = useRef<HTMLHeadingElement>(null)
  // With a remote control the focus starts on a button.
  useEffect(() => {
    if (!isTelevision()) head.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={styles.end}>
      <span className={styles.sign} data-icon={icon}>
        <Icon name={icon} size={32} />
      </span>
      <h1 className={styles.endTitle} ref={head} tabIndex={-1}>
        {title}
      </h1>
      {text === undefined ? null : <p className={styles.endText}>{text}</p>}
      {children}
    </div>
  )
}
