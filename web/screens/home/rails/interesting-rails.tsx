import type { ResponseOf } from '#contract/form/endpoint.ts'
import { recommendations, type InterestingRow } from '#contract/films/recommendations.ts'
import { useOutline } from '#web/session/requests/api.ts'
import { useSession } from '#web/session/session.ts'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { FailedRail } from './failed-rail.tsx'
import { useHomeText } from '#web/screens/home/text/home-text.ts'
import { Posters, useLater } from './shelf.tsx'

type Reason = InterestingRow['reason']

function ofRows({ rows }: ResponseOf<typeof recommendations.interesting>) {
  return rows.item
    .filter(({ videos }) => videos.item.length > 0)
    .map(({ reason }) => ({ reason, videos: null }))
}

/** Recommendations for this viewer, each row under its reason. */
export function InterestingRails() {
  const t = useHomeText()
  const isGuest = useSession().token === null
  const outline = useOutline(recommendations.interesting, {}, ofRows)
  const state = useLater(recommendations.interesting, {})
  if (state.kind !== 'ok' && state.kind !== 'loading')
    return <FailedRail title={t('interesting')} onRetry={state.retry} />
  // The outline embedded by the server is a guest's: viewers do not see it.
  const existing = state.kind === 'ok' ? state.data.rows.item : isGuest ? outline : undefined
  if (existing === undefined) return <Rail title={t('interesting')} />
  return existing.map(({ reason, videos }) => (
    <Interesting key={`${reason.kind} ${reason.vid}`} reason={reason} videos={videos} />
  ))
}

interface InterestingProps {
  readonly reason: Reason
  readonly videos: InterestingRow['videos'] | null
}

function Interesting({ reason, videos }: InterestingProps) {
  const t = useHomeText()
  const name = reason.name.replace(/«/g, '„').replace(/»/g, '“')
  const title = reason.kind === 'popular' ? t('popular') : t(reason.kind, { name })
  return <Posters title={title} items={videos?.item ?? null} />
}
