import type { PlayFigures } from '#contract/console/plays.ts'
import { decimal, failedShare, percent, rateText, startText } from './format-figures.ts'
import { usePlaysText } from './plays-text.ts'
import styles from './plays.module.css'

/** More failed or waited than this needs somebody. */
const badShare = { failed: 0.05, stalled: 0.01 } as const

/** The figures of all plays of a span, large. */
export function KeyFigures({ figures }: { readonly figures: PlayFigures }) {
  const t = usePlaysText()
  const failed = failedShare(figures)
  const facts = [
    { name: t('fact.plays'), value: String(figures.plays), isBad: false },
    { name: t('fact.start'), value: startText(figures.start_p50_ms, t), isBad: false },
    { name: t('fact.start95'), value: startText(figures.start_p95_ms, t), isBad: false },
    { name: t('fact.failed'), value: percent(failed), isBad: (failed ?? 0) > badShare.failed },
    { name: t('fact.stalls'), value: decimal(figures.stalls_per_hour, 2), isBad: false },
    {
      name: t('fact.stalled'),
      value: percent(figures.stalled_share),
      isBad: (figures.stalled_share ?? 0) > badShare.stalled,
    },
    { name: t('fact.abandoned'), value: String(figures.abandoned), isBad: false },
    { name: t('fact.rate'), value: rateText(figures, t), isBad: false },
  ]
  return (
    <dl className={styles['facts']}>
      {facts.map(({ name, value, isBad }) => (
        <div key={name} data-bad={isBad}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
