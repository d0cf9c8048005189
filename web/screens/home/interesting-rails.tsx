import type { InterestingRow } from '#contract/recommendations.ts'
import { recommendations } from '#contract/recommendations.ts'
import { useCall } from '#web/session/api.ts'
import { FailedRail } from './failed-rail.tsx'
import { Posters, WaitingRail } from './film-rails.tsx'
import { useHomeText } from './home-text.ts'

/** What may interest this viewer, each row under its reason. */
export function InterestingRails() {
  const t = useHomeText()
  const state = useCall(recommendations.interesting, {})
  if (state.kind === 'loading') return <WaitingRail title={t('interesting')} />
  if (state.kind !== 'answer') return <FailedRail title={t('interesting')} onRetry={state.retry} />
  return state.data.rows.item.map((row) => (
    <Interesting key={`${row.reason.kind} ${row.reason.vid}`} row={row} />
  ))
}

function Interesting({ row: { reason, videos } }: { readonly row: InterestingRow }) {
  const t = useHomeText()
  const name = reason.name.replace(/«/g, '„').replace(/»/g, '“')
  const title = reason.kind === 'popular' ? t('popular') : t(reason.kind, { name })
  return <Posters title={title} items={videos.item} />
}
