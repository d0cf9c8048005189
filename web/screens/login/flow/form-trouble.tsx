/** A problem that belongs to no field: shown above the button, with a countdown where the viewer must wait. */
import { useState, type ReactNode } from 'react'
import { formatPosition } from '#web/i18n/format.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { useLoginText } from '#web/features/forms/login-text.ts'
import type { Trouble } from '#web/features/forms/trouble.ts'
import { useSecondsLeft } from '#web/features/forms/wait.ts'
import styles from './login-screen.module.css'

interface FormTroubleProps {
  readonly trouble: Trouble
  /** The action that solves it, where there is one. */
  readonly children?: ReactNode
}

export function FormTrouble({ trouble, children }: FormTroubleProps) {
  const t = useLoginText()
  const left = useSecondsLeft(trouble.wait?.wait ?? null)
  const isWaiting = trouble.wait !== undefined && left > 0
  const text = useIsOver(trouble) ? '' : (trouble.form ?? '')
  return (
    <>
      {/* Announced once: reading a number aloud every second is no help. */}
      <div role="alert">
        {text !== '' && (
          <div className={styles.alert}>
            <p>{text}</p>
            {children}
          </div>
        )}
        {trouble.wait !== undefined && isWaiting && (
          <span className="spoken">
            {t(trouble.wait.reason, { time: formatPosition(trouble.wait.wait.sec) })}
          </span>
        )}
      </div>
      {trouble.wait !== undefined && isWaiting && (
        <p className={styles.alert} aria-hidden="true">
          {t(trouble.wait.reason, { time: formatPosition(left) })}
        </p>
      )}
    </>
  )
}

/** The message about the missing connection disappears as soon as the connection is back. */
function useIsOver(trouble: Trouble): boolean {
  const reachable = useReachable()
  const [lost, setLost] = useState<Trouble | null>(null)
  if (!reachable && trouble.isLost === true && lost !== trouble) setLost(trouble)
  return reachable && lost === trouble
}

/** Seconds during which the button of the form is disabled. */
export function useRest(trouble: Trouble): number {
  return useSecondsLeft(trouble.wait?.wait ?? null)
}
