import { useState } from 'react'
import { useSearchParams } from 'wouter'
import {
  type BroadcastTitleView,
  broadcastTitleViews,
  consoleBroadcastTitles as endpoints,
} from '#contract/console/broadcast-titles.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useCall } from '#console/session/queries.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { BroadcastTitleRow } from './broadcast-title-row.tsx'
import { useBroadcastTitlesText } from './broadcast-titles-text.ts'
import styles from './guide-drafts.module.css'

const perPage = 50

interface Place {
  readonly view: BroadcastTitleView
  readonly page: number
  readonly text: string
}

/**
 * `/guide/broadcast-titles`: films and series of the guide with the titles of the catalogue that fit them, doubtful ones
 * first. The view, the page and the text are in the address.
 */
export function BroadcastTitlesScreen() {
  const t = useBroadcastTitlesText()
  const { place, go } = usePlace()
  const request = {
    view: place.view,
    page: place.page,
    limit: perPage,
    query: place.text.trim().slice(0, 100),
  }
  const { data, error, refetch } = useCall(endpoints.list, request)
  return (
    <Page title={t('title')} text={t('text')} above={<BackLink href="/guide" text={t('back')} />}>
      <div className={styles['draft']}>
        <search className={styles['search']}>
          <SearchInput
            label={t('search')}
            hint={t('searchHint')}
            value={place.text}
            onChange={(text) => go({ text })}
          />
          <ViewChips<BroadcastTitleView>
            label={t('views')}
            views={broadcastTitleViews.map((name) => ({
              name,
              text: t(`view.${name}`),
              ...(data === undefined ? {} : { count: data.counts[name] }),
            }))}
            chosen={place.view}
            onChoose={(view) => go({ view })}
          />
        </search>
        {data !== undefined ? (
          <Content list={data} place={place} onPage={(page) => go({ page })} />
        ) : error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </Page>
  )
}

/** The place in the list; another view or text begins at the first page. */
function usePlace() {
  const [query, setQuery] = useSearchParams()
  const [text, setText] = useState(query.get('q') ?? '')
  const place: Place = {
    text,
    view: broadcastTitleViews.find((one) => one === query.get('view')) ?? 'doubtful',
    page: Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1),
  }
  const go = (to: Partial<Place>) => {
    const next = { ...place, page: 1, ...to }
    setText(next.text)
    setQuery(
      {
        ...(next.view === 'doubtful' ? {} : { view: next.view }),
        ...(next.text === '' ? {} : { q: next.text }),
        ...(next.page === 1 ? {} : { page: String(next.page) }),
      },
      { replace: true },
    )
  }
  return { place, go }
}

interface ContentProps {
  readonly list: ResponseOf<typeof endpoints.list>
  readonly place: Place
  readonly onPage: (page: number) => void
}

function Content({ list, place, onPage }: ContentProps) {
  const t = useBroadcastTitlesText()
  const { titles, page, last_page: last, is_on: isOn } = list
  return (
    <>
      {isOn ? null : <p>{t('off')}</p>}
      {titles.length === 0 ? (
        <Empty text={place.text.trim() === '' ? t(`empty.${place.view}`) : t('nothing')} />
      ) : null}
      <ul className={styles['items']}>
        {titles.map((title) => (
          <BroadcastTitleRow key={title.id} title={title} />
        ))}
      </ul>
      {last > 1 ? (
        <p className={styles['label']}>
          <Button isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
            {t('prev')}
          </Button>
          <span>{t('page', { page, last })}</span>
          <Button isDisabled={page >= last} onPress={() => onPage(page + 1)}>
            {t('next')}
          </Button>
        </p>
      ) : null}
    </>
  )
}
