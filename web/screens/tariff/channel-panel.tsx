import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { channels } from '#contract/channels/channels.ts'
import { pathOf } from '#contract/form/pages.ts'
import { Link } from '#web/router/router.ts'
import { matchingChannels } from '#web/features/channels/channel-search.ts'
import { useWorldList } from '#web/features/channels/use-world-list.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useSession } from '#web/session/session.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryLine } from '#web/ui/cards/state-card.tsx'
import { useTariffText } from './tariff-text.ts'
import styles from './tariff-screen.module.css'

/** The pressed button stays below the header of the page, and on a television within the visible part of the screen. */
const aboveButton = 120

/** Scrolls as much of the panel into view as the focused element leaves room for. */
function showBelowFocus(panel: HTMLElement): void {
  const hidden = panel.getBoundingClientRect().bottom - window.innerHeight
  const focused = document.activeElement ?? document.body
  // Without a focus, as after a press in Safari, the panel's own beginning stays visible.
  const top = (focused === document.body ? panel : focused).getBoundingClientRect().top
  const by = Math.min(hidden, top - aboveButton)
  if (by > 0) window.scrollBy(0, by)
}

interface ChannelPanelProps {
  readonly id: string
  readonly tariffId: number
  readonly name: string
  /** The expected number: their space is reserved while they load. */
  readonly count: number
  readonly onClose: () => void
}

/** The channels of a tariff, with a search. */
export function ChannelPanel({ id, tariffId, name, count, onClose }: ChannelPanelProps) {
  const t = useTariffText()
  const { world } = useSession()
  const [query, setQuery] = useState('')
  const state = useWorldList(useCall(channels.publicList, { tariff_id: tariffId }))
  const panel = useRef<HTMLElement>(null)
  // It opens below its button, which may be at the edge of the screen: scroll it into view.
  useEffect(() => {
    if (panel.current !== null) showBelowFocus(panel.current)
  }, [])
  const request = useDeferredValue(query)
  const result = state.kind === 'ok' ? matchingChannels(state.data.channels.item, request) : []
  return (
    <section ref={panel} id={id} className={styles.panel} aria-label={t('panel', { name })}>
      <div className={styles.panelHead}>
        <SearchField label={t('search')} clear={t('clear')} value={query} onChange={setQuery} />
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </div>
      {world === true && <p className={styles.meta}>{t('world')}</p>}
      {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryLine onRetry={state.retry} />}
      <ul className={styles.channels} data-grid="">
        {state.kind === 'loading' &&
          Array.from({ length: Math.min(count, 60) }, (_, place) => (
            <li key={place}>
              <Skeleton className={styles.channelWaiting} />
            </li>
          ))}
        {result.map((channel) => (
          <li key={channel.id}>
            <Link className={styles.channel} to={pathOf('channel', { id: channel.id })}>
              <ChannelLogo className={styles.logo} name={channel.name} logo={channel.logo} />
              <span>{channel.name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {state.kind === 'ok' && (
        <p className={styles.meta} role="status">
          {result.length === 0
            ? t('nothing', { query: query.trim() })
            : query.trim() !== '' && t('channels', { count: result.length })}
        </p>
      )}
    </section>
  )
}
