/** `/tv`: every channel with what is on, by category and by name. */
import { useDeferredValue } from 'react'
import { useSearchParams } from 'react-router'
import type { Channel } from '#contract/channels.ts'
import { pathOf } from '#contract/pages.ts'
import { useText } from '#web/i18n/text.ts'
import { useSession } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ChannelCard, ChannelSkeleton } from '#web/ui/channel-card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyCard, RetryCard } from '#web/ui/state-card.tsx'
import { CategoryMenu } from './category-menu.tsx'
import { channelsOf } from './category-rules.ts'
import { ChannelField } from './channel-field.tsx'
import { foundChannels } from './channel-search.ts'
import { useTvText } from './tv-text.ts'
import { useChannels } from './use-channels.ts'
import styles from './tv-screen.module.css'

const PLACES = Array.from({ length: 12 }, (_, index) => String(index))

export function TvScreen() {
  const t = useTvText()
  const { token, world } = useSession()
  const { state, asViewer } = useChannels()
  const [params, setParams] = useSearchParams()
  const category = params.get('category')
  const query = params.get('q') ?? ''
  const put = (name: string, value: string) => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('title')}</h1>
        <ChannelField value={query} onChange={(value) => put('q', value)} />
      </div>
      <div className={styles.columns}>
        <CategoryMenu asViewer={asViewer} chosen={category} onChoose={(value) => put('category', value)} />
        <div className={styles.content}>
          {world === true && (
            <p className={styles.notice}>
              <Icon name="globe" size={20} /> {t('world')}
            </p>
          )}
          {token === null && (
            <div className={styles.notice}>
              <Icon name="lock" size={20} />
              <span>{t('guest')}</span>
              <LoginLink />
            </div>
          )}
          {state.kind === 'loading' && <Waiting />}
          {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryCard onRetry={state.retry} />}
          {state.kind === 'answer' && (
            <Channels
              list={channelsOf(state.data.channels.item, query.trim() === '' ? category : null, asViewer)}
              query={query}
              showLock={asViewer}
              onReset={() => setParams({}, { replace: true })}
            />
          )}
        </div>
      </div>
    </div>
  )
}

function LoginLink() {
  const t = useText()
  const [params] = useSearchParams()
  const query = params.toString()
  return (
    <ButtonLink
      variant="quiet"
      to={pathOf('login')}
      state={{ from: `${pathOf('tv')}${query && `?${query}`}` }}
    >
      {t('nav.login')}
    </ButtonLink>
  )
}

interface ChannelsProps {
  readonly list: readonly Channel[]
  readonly query: string
  readonly showLock: boolean
  readonly onReset: () => void
}

/** A search looks through every category: a channel that exists should be found wherever the viewer stands. */
function Channels({ list, query, showLock, onReset }: ChannelsProps) {
  const t = useTvText()
  const found = foundChannels(list, useDeferredValue(query))
  const asked = query.trim()
  if (found.length === 0)
    return (
      <EmptyCard
        title={asked === '' ? t('emptyCategory') : t('nothing', { query: asked })}
        text={asked === '' ? undefined : t('nothingHint')}
      >
        <Button onClick={onReset}>{t('showAll')}</Button>
      </EmptyCard>
    )
  return (
    <>
      <p className={styles.count} role="status">
        {t('count', { count: found.length })}
      </p>
      <ul className={styles.grid} data-grid="">
        {found.map((channel) => (
          <li key={channel.id}>
            <ChannelCard channel={channel} showLock={showLock} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Waiting() {
  return (
    <>
      <p className={styles.count}>&nbsp;</p>
      <ul className={styles.grid}>
        {PLACES.map((place) => (
          <li key={place}>
            <ChannelSkeleton />
          </li>
        ))}
      </ul>
    </>
  )
}
