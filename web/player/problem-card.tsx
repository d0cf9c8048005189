/** Why nothing plays, in words, and what to do: a gate when the server said no, else the failure with its code. */
import { useEffect } from 'react'
import type { FailureCode } from '#contract/failures.ts'
import type { Playback } from '#player/core/playback.ts'
import type { PlaybackProblem } from '#player/core/playback-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Gate, type GateKind } from '#web/ui/gate.tsx'
import { usePlayerText } from './player-text.ts'
import { usePlaybackValue } from './use-playback.ts'
import styles from './problem-card.module.css'

const gates: Partial<Record<FailureCode, GateKind>> = {
  login_needed: 'login',
  not_authorized: 'login',
  not_subscribed: 'subscribe',
  account_suspended: 'suspended',
  account_blocked: 'blocked',
  outside_region: 'region',
  not_available_now: 'unavailable',
}

export function ProblemCard({ playback }: { readonly playback: Playback | null }) {
  const t = usePlayerText()
  const problem = usePlaybackValue(playback, (state) => state.problem)
  useAskAgain(playback, problem)
  if (playback === null || problem === null) return null
  if (problem.kind === 'refused') {
    const gate = gates[problem.failure]
    const knows = problem.failure === 'account_suspended' || problem.failure === 'account_blocked'
    return (
      <div className={styles.place} data-problem="">
        {gate === undefined ? (
          <Words title={problem.message} text="" code="" onRetry={() => playback.retry()} />
        ) : (
          <Gate kind={gate} message={knows ? problem.message : undefined} />
        )}
      </div>
    )
  }
  return (
    <div className={styles.place} data-problem="">
      <Words
        title={t(`failure.${problem.failure}`)}
        text={t(`failure.${problem.failure}.do`)}
        code={t('player.code', { code: problem.code })}
        onRetry={() => playback.retry()}
      />
    </div>
  )
}

/** What is only not there yet comes by itself, without the viewer pressing anything. */
const ASK_AGAIN_MS = 10_000

function useAskAgain(playback: Playback | null, problem: PlaybackProblem | null): void {
  const waits = problem?.kind === 'refused' && problem.failure === 'not_available_now'
  useEffect(() => {
    if (playback === null || !waits) return
    const timer = setInterval(() => document.visibilityState === 'visible' && playback.retry(), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [playback, waits])
}

interface WordsProps {
  readonly title: string
  readonly text: string
  readonly code: string
  readonly onRetry: () => void
}

function Words({ title, text, code, onRetry }: WordsProps) {
  const t = usePlayerText()
  return (
    <div className={styles.card} role="alert">
      <p className={styles.title}>{title}</p>
      {text !== '' && <p className={styles.text}>{text}</p>}
      <Button icon="retry" onClick={onRetry}>
        {t('player.retry')}
      </Button>
      {code !== '' && <p className={styles.code}>{code}</p>}
    </div>
  )
}
