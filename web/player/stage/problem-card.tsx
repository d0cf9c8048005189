/**
 * Why nothing plays, and what to do: the required step when the server rejected playback, else the error with its
 * code.
 */
import { useEffect, type ReactNode } from 'react'
import { blackoutDetails } from '#contract/playback/blackouts.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { mayAppearLater } from '#player/core/state/playback-failure.ts'
import type { PlaybackProblem } from '#player/core/state/playback-state.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Gate, type GateKind } from '#web/payment/gate.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { useBlackoutEnd } from './blackout-end.ts'
import { StreamsCard } from './streams-card.tsx'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
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

interface ProblemCardProps {
  readonly playback: Playback | null
  /** The page's own content for a rejection, instead of the text here. */
  readonly refusal?: ReactNode
}

export function ProblemCard({ playback, refusal }: ProblemCardProps) {
  const problem = usePlaybackValue(playback, (state) => state.problem)
  useAskAgain(playback, problem)
  if (playback === null || problem === null) return null
  return (
    <div className={styles.place} data-problem="">
      {problem.kind === 'refused' && problem.failure === 'too_many_streams' ? (
        <StreamsCard message={problem.message} details={problem.details} onFree={() => playback.retry()} />
      ) : (
        (gateOf(problem, refusal, () => playback.retry()) ?? (
          <Words problem={problem} onRetry={() => playback.retry()} />
        ))
      )}
    </div>
  )
}

/** The extra text of a rejection; null for all others. */
function gateOf(problem: PlaybackProblem, own: ReactNode, onPaid: () => void): ReactNode {
  if (problem.kind !== 'refused') return null
  if (own !== undefined) return own
  if (problem.failure === 'blacked_out')
    return <BlackoutCard message={problem.message} details={problem.details} />
  const gate = gates[problem.failure]
  if (gate === undefined) return null
  const knows = problem.failure === 'account_suspended' || problem.failure === 'account_blocked'
  return <Gate kind={gate} message={knows ? problem.message : undefined} onPaid={onPaid} />
}

interface BlackoutCardProps {
  readonly message: string
  readonly details: unknown
}

function BlackoutCard({ message, details }: BlackoutCardProps) {
  return <Gate kind="unavailable" title={message} message={useBlackoutEnd(blackoutDetails(details))} />
}

/** A source that is not available yet is retried automatically. */
const askAgainMs = 10_000

function useAskAgain(playback: Playback | null, problem: PlaybackProblem | null): void {
  const waits =
    (problem?.kind === 'refused' &&
      (problem.failure === 'not_available_now' || problem.failure === 'blacked_out')) ||
    (problem?.kind === 'playback' && mayAppearLater(problem.failure))
  useEffect(() => {
    if (playback === null || !waits) return
    const timer = setInterval(() => document.visibilityState === 'visible' && playback.retry(), askAgainMs)
    return () => clearInterval(timer)
  }, [playback, waits])
}

function Words({ problem, onRetry }: { readonly problem: PlaybackProblem; readonly onRetry: () => void }) {
  const t = usePlayerText()
  const stopped = problem.kind === 'stopped'
  const title =
    problem.kind === 'playback'
      ? t(`failure.${problem.failure}`)
      : stopped
        ? t('stopped.title')
        : problem.message
  const text =
    problem.kind === 'playback'
      ? t(`failure.${problem.failure}.do`)
      : stopped && problem.by !== ''
        ? t('stopped.by', { name: problem.by })
        : ''
  return (
    <div className={styles.card} role="alert">
      <p className={styles.title}>{title}</p>
      {text !== '' && <p className={styles.text}>{text}</p>}
      <Button icon={stopped ? 'play' : 'retry'} onClick={onRetry}>
        {stopped ? t('stopped.here') : t('player.retry')}
      </Button>
      {problem.kind === 'playback' && (
        <p className={styles.code}>{t('player.code', { code: problem.code })}</p>
      )}
    </div>
  )
}
