import type { PlayFigures } from '#contract/console/plays.ts'
import { KeyFigures } from '#console/ui/key-figures.tsx'
import { decimal, failedShare, percent, rateText, startText } from './format-figures.ts'
import { usePlaysText } from './plays-text.ts'

/** More failed or waited than this needs somebody. */
const badShare = { failed: 0.05, stalled: 0.01 } as const

/** The figures of all plays of a span, large. */
export function PlayKeyFigures({ figures }: { readonly figures: PlayFigures }) {
  const t = usePlaysText()
  const failed = failedShare(figures)
  const facts = [
    { name: t('fact.plays'), value: String(figures.plays) },
    { name: t('fact.start'), value: startText(figures.start_p50_ms, t) },
    { name: t('fact.start95'), value: startText(figures.start_p95_ms, t) },
    { name: t('fact.failed'), value: percent(failed), isBad: (failed ?? 0) > badShare.failed },
    { name: t('fact.stalls'), value: decimal(figures.stalls_per_hour, 2) },
    {
      name: t('fact.stalled'),
      value: percent(figures.stalled_share),
      isBad: (figures.stalled_share ?? 0) > badShare.stalled,
    },
    { name: t('fact.abandoned'), value: String(figures.abandoned) },
    { name: t('fact.rate'), value: rateText(figures, t) },
  ]
  return <KeyFigures figures={facts} />
}
