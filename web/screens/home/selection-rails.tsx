import { site } from '#contract/site.ts'
import { useCall } from '#web/session/api.ts'
import { FailedRail } from './failed-rail.tsx'
import { Posters, WaitingRail } from './film-rails.tsx'
import { useHomeText } from './home-text.ts'

/** Their rows stand on this page already, further up. */
const SHOWN = new Set(['new', 'kids'])
/** A page that never ends is a page nobody chooses from. */
const MOST = 6

/** Rows that make themselves of what there is. */
export function SelectionRails() {
  const t = useHomeText()
  const state = useCall(site.selections, {})
  if (state.kind === 'loading') return <WaitingRail title={t('selections')} />
  if (state.kind !== 'answer') return <FailedRail title={t('selections')} onRetry={state.retry} />
  return state.data
    .filter(({ key }) => !SHOWN.has(key))
    .slice(0, MOST)
    .map(({ key, name, href, items }) => <Posters key={key} title={name} to={href} items={items} />)
}
