/**
 * `/tv`: all channels with their current programmes, by category and name, as a list or as the grid of the guide.
 */
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from '#web/router/router.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { usePlayerAhead } from '#web/player/playback/player-ahead.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ChannelSkeleton } from '#web/features/channels/channel-card.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { CategoryMenu } from './category-menu.tsx'
import { channelsOf } from './category-rules.ts'
import { ChannelCards } from './channel-cards.tsx'
import { ChannelField } from './channel-field.tsx'
import { matchingChannels } from '#web/features/channels/channel-search.ts'
import { keepView, useTvView, type TvView } from './stored-view.ts'
import { GuestNotice, WorldNotice } from './notices.tsx'
import { useTvText } from './guide/model/tv-text.ts'
import { useChannels } from '#web/features/channels/use-channels.ts'
import { useGuideCode } from './use-guide-code.ts'
import { useIsRoomy } from './use-is-roomy.ts'
import { ViewSwitch } from './view-switch.tsx'
import styles from './tv-screen.module.css'

const places = Array.from({ length: 12 }, (_, index) => String(index))

function channelPage() {
  return import('#web/screens/channel/channel-screen.tsx')
}

export function TvScreen() {
  const t = useTvText()
  usePlayerAhead(channelPage)
  const { token, world } = useSession()
  const { state, asViewer } = useChannels()
  const [params, setParams] = useSearchParams()
  const category = params.get('category')
  const query = params.get('q') ?? ''
  const view = useTvView(params.get('view'))
  const isRoomy = useIsRoomy()
  const put = (name: string, value: string) =>
    setParams(
      (existing) => {
        const next = new URLSearchParams(existing)
        // Another selection of channels starts at its top.
        next.delete('ch')
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const isGuide = view === 'guide'
  const hasOpen =
    token === null && state.kind === 'ok' && state.data.channels.item.some((one) => one.is_available === 1)
  return (
    <div className={styles.screen} data-view={view}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('title')}</h1>
        <ViewSwitch
          view={view}
          onView={(next) => {
            keepView(next)
            put('view', next)
          }}
        />
        <div className={styles.search}>
          <ChannelField value={query} onChange={(value) => put('q', value)} />
        </div>
      </div>
      <div className={styles.columns}>
        <CategoryMenu
          asViewer={asViewer}
          hasRadio={state.kind === 'ok' && state.data.channels.item.some((channel) => channel.is_radio === 1)}
          chosen={category}
          onChoose={(value) => put('category', value)}
          isStrip={isGuide && !isRoomy}
        />
        <div className={styles.content}>
          {world === true && <WorldNotice />}
          {token === null && <GuestNotice hasOpen={hasOpen} />}
          {state.kind === 'loading' && (isGuide ? <GuideWaiting /> : <Waiting />)}
          {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryCard onRetry={state.retry} />}
          {state.kind === 'ok' && (
            <Channels
              view={view}
              list={channelsOf(state.data.channels.item, query.trim() === '' ? category : null, asViewer)}
              query={query}
              isFavourites={query.trim() === '' && category !== null && category.startsWith('favorites')}
              // The cards of a list say which are free; the rows of the guide have no room for more than a lock.
              showLock={asViewer || (isGuide && hasOpen)}
              onReset={() => setParams(isGuide ? { view } : {}, { replace: true })}
            />
          )}
        </div>
      </div>
    </div>
  )
}

interface ChannelsProps {
  readonly view: TvView
  readonly list: readonly Channel[]
  readonly query: string
  readonly isFavourites: boolean
  readonly showLock: boolean
  readonly onReset: () => void
}

/** A search covers all categories: an existing channel is found in whatever category the viewer is. */
function Channels({ view, list, query, isFavourites, showLock, onReset }: ChannelsProps) {
  const t = useTvText()
  const request = query.trim()
  const result = useSteadyList(matchingChannels(list, useDeferredValue(query)))
  const guide = useGuideCode(view === 'guide')
  if (result.length === 0) {
    const empty = isFavourites ? t('favouritesEmpty') : t('emptyCategory')
    const hint = isFavourites ? t('favouritesHint') : undefined
    return (
      <EmptyCard
        title={request === '' ? empty : t('nothing', { query: request })}
        text={request === '' ? hint : t('nothingHint')}
      >
        <Button onClick={onReset}>{t('showAll')}</Button>
      </EmptyCard>
    )
  }
  if (view === 'list') return <ChannelCards list={result} showLock={showLock} />
  if (guide.kind === 'failed') return <RetryCard onRetry={guide.retry} message={t('guideLoadFailed')} />
  if (guide.kind === 'waiting') return <GuideWaiting />
  return <guide.Grid channels={result} showLock={showLock} />
}

/** The same array while it contains the same channels, so that values derived from it stay. */
function useSteadyList(list: readonly Channel[]): readonly Channel[] {
  const [steady, setSteady] = useState(list)
  const isSame = steady.length === list.length && steady.every((channel, index) => channel === list[index])
  if (!isSame) setSteady(list)
  return isSame ? steady : list
}

function Waiting() {
  return (
    <>
      <p className={styles.count}>&nbsp;</p>
      <ul className={styles.grid}>
        {places.map((place) => (
          <li key={place}>
            <ChannelSkeleton />
          </li>
        ))}
      </ul>
    </>
  )
}

function GuideWaiting() {
  return <div className={styles.guideWaiting} />
}
