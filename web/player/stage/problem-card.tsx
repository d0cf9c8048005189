/**
 * Why nothing plays, and what to do: the required step when the server rejected playback, else the error with its
 * code.
 */
import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { mayAppearLater } from '#player/core/state/playback-failure.ts'
import type { PlaybackProblem } from '#player/core/state/playback-state.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import type { RefusedCardProps } from './refused-card.tsx'
import styles from './problem-card.module.css'

/** Most viewers may watch what they open. */
const RefusedCard = lazyOrNothing<RefusedCardProps>(
  () => import('./refused-card.tsx').then((file): ComponentType<RefusedCardProps> => file.RefusedCard),
  // Without its code: what the server said, and another attempt.
  ({ children }) => children,
)

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
    <div className={styles.place} data-problem={problem.kind}>
      {cardOf(problem, refusal, () => playback.retry())}
    </div>
  )
}

/** The required step for a rejection, by the page itself if it has one; the error's text for all others. */
function cardOf(problem: PlaybackProblem, own: ReactNode, onRetry: () => void): ReactNode {
  const words = <Words problem={problem} onRetry={onRetry} />
  if (problem.kind !== 'refused') return words
  if (own !== undefined && problem.failure !== 'too_many_streams') return own
  return (
    <Suspense fallback={null}>
      <RefusedCard problem={problem} onRetry={onRetry}>
        {words}
      </RefusedCard>
    </Suspense>
  )
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
