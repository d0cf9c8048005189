import type { ResponseOf } from '#contract/form/endpoint.ts'
import { homeSelections } from '#contract/site/home.ts'
import { site } from '#contract/site/site.ts'
import { useOutline } from '#web/session/requests/api.ts'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { FailedRail } from './failed-rail.tsx'
import { useHomeText } from '#web/screens/home/text/home-text.ts'
import { Posters, useLater } from './shelf.tsx'

function ofSelections(all: ResponseOf<typeof site.selections>) {
  return homeSelections(all)
    .filter(({ items }) => items.length > 0)
    .map(({ key, name, href }) => ({ key, name, href, items: null }))
}

/** Rows generated from the catalogue. */
export function SelectionRails() {
  const t = useHomeText()
  const outline = useOutline(site.selections, {}, ofSelections)
  const state = useLater(site.selections, {})
  if (state.kind !== 'ok' && state.kind !== 'loading')
    return <FailedRail title={t('selections')} onRetry={state.retry} />
  const existing = state.kind === 'ok' ? homeSelections(state.data) : outline
  if (existing === undefined) return <Rail title={t('selections')} />
  return existing.map(({ key, name, href, items }) => (
    <Posters key={key} title={name} to={href} items={items} />
  ))
}
