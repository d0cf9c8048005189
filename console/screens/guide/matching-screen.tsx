import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { consoleGuide } from '#contract/console/guide.ts'
import { consoleGuideDrafts } from '#contract/console/guide-drafts.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { TableActs } from '#console/tables/table-acts.tsx'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { FindDialog } from './find-dialog.tsx'
import { useGuideText } from './guide-text.ts'
import { MatchRow } from './match-row.tsx'
import { type Channel, channelsOf, isInView, type View, views } from './matching-view.ts'
import { RejectedPairs } from './rejected-pairs.tsx'
import { useDecisions } from './use-decisions.ts'
import { useListKeys } from './use-list-keys.ts'
import styles from './guide.module.css'

type Matching = ResponseOf<typeof consoleGuide.matching>
const allViews: readonly View[] = [...views, 'rejected']
const shownAtOnce = 100

/** `/guide/matching`: what feeds each channel; proposals are confirmed or rejected. The view is in the address. */
export function MatchingScreen() {
  const t = useGuideText()
  const { data, error, refetch } = useCall(consoleGuide.matching, {})
  const sources = useCall(consoleGuide.sources, {}).data?.sources
  return (
    <Page
      title={t('matching')}
      text={t('matchingText')}
      above={<BackLink href="/guide" text={t('back')} />}
      acts={<TableActs subject="matches" section="guide" path="/guide/matching/tables" />}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : sources?.length === 0 ? (
        <NoSources />
      ) : (
        <Content matching={data} />
      )}
    </Page>
  )
}

/** Without a source: guides from files are matched where they are looked at. */
function NoSources() {
  const t = useGuideText()
  const drafts = useCall(consoleGuideDrafts.list, {}).data?.drafts ?? []
  const last = drafts[0]
  if (last === undefined)
    return <Empty text={t('noSources')} act={<LinkButton href="/guide">{t('addTitle')}</LinkButton>} />
  return (
    <Empty
      text={t(last.state === 'open' ? 'matchingInDraft' : 'matchingOfFiles', { name: last.name })}
      act={
        <LinkButton href={last.state === 'open' ? `/guide/drafts/${last.draft_id}` : '/guide'}>
          {t(last.state === 'open' ? 'toDraft' : 'toGuide')}
        </LinkButton>
      }
    />
  )
}

function Content({ matching: { channels, rejected } }: { readonly matching: Matching }) {
  const t = useGuideText()
  const [query, setQuery] = useSearchParams()
  const view = allViews.find((one) => one === query.get('view')) ?? 'proposed'
  const text = query.get('q') ?? ''
  const sought = useDeferredValue(text)
  const set = (name: string, value: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const counts = useMemo(
    () => new Map(views.map((one) => [one, channels.filter((channel) => isInView(channel, one)).length])),
    [channels],
  )
  return (
    <div className={styles['matching']}>
      <search className={styles['filters']}>
        <SearchInput
          label={t('search')}
          hint={t('searchHint')}
          value={text}
          onChange={(value) => set('q', value)}
        />
        <ViewChips<View>
          label={t('views')}
          views={allViews.map((name) => ({
            name,
            text: t(`view.${name}`),
            count: name === 'rejected' ? rejected.length : (counts.get(name) ?? 0),
          }))}
          chosen={view}
          onChoose={(name) => set('view', name === 'proposed' ? '' : name)}
        />
      </search>
      {view === 'rejected' ? (
        <RejectedPairs rejected={rejected} channels={channels} />
      ) : (
        <ChannelList key={view} view={view} channels={channels} text={sought} />
      )}
    </div>
  )
}

interface ChannelListProps {
  readonly view: Exclude<View, 'rejected'>
  readonly channels: readonly Channel[]
  readonly text: string
}

function ChannelList({ view, channels, text }: ChannelListProps) {
  const t = useGuideText()
  const mayEdit = useMay()('guide', 'edit')
  const decisions = useDecisions()
  const [limit, setLimit] = useState(shownAtOnce)
  const [selection, setSelection] = useState<ReadonlySet<number>>(new Set())
  const [finding, setFinding] = useState<Channel>()
  const list = useRef<HTMLUListElement>(null)
  const all = useMemo(() => channelsOf(channels, view, text), [channels, view, text])
  const shown = all.slice(0, limit)
  useListKeys(list, all.length)
  if (all.length === 0) return <Empty text={text === '' ? t(`empty.${view}`) : t('nothing')} />
  const chosen = shown.filter(({ cid }) => selection.has(cid))
  const confirmChosen = async () => {
    const pairs = chosen.flatMap(({ cid, match }) =>
      match === null ? [] : [{ cid, guide_id: match.guide_id }],
    )
    if (await decisions.confirm(pairs)) setSelection(new Set())
  }
  const toggle = (cid: number) =>
    setSelection((before) => {
      const next = new Set(before)
      if (!next.delete(cid)) next.add(cid)
      return next
    })
  return (
    <>
      {view === 'proposed' && mayEdit ? <p className={styles['keys']}>{t('keys')}</p> : null}
      <ul ref={list} className={styles['list']}>
        {shown.map((channel) => (
          <MatchRow
            key={channel.cid}
            channel={channel}
            decisions={mayEdit ? decisions : undefined}
            onFind={() => setFinding(channel)}
            {...(view === 'proposed' && mayEdit
              ? { isSelected: selection.has(channel.cid), onToggle: () => toggle(channel.cid) }
              : {})}
          />
        ))}
      </ul>
      {all.length > limit ? (
        <Button onPress={() => setLimit(limit + shownAtOnce)}>
          {t('more', { count: Math.min(shownAtOnce, all.length - limit) })}
        </Button>
      ) : null}
      {chosen.length === 0 ? null : (
        <section className={styles['bulk']} aria-label={t('confirmMany', { count: chosen.length })}>
          <Button look="primary" onPress={() => void confirmChosen()}>
            {t('confirmMany', { count: chosen.length })}
          </Button>
        </section>
      )}
      {finding === undefined ? null : (
        <FindDialog
          channel={finding}
          channels={channels}
          onChoose={(pair) => decisions.confirm([pair])}
          onClose={() => setFinding(undefined)}
        />
      )}
    </>
  )
}
