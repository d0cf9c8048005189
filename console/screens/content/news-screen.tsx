import { useState } from 'react'
import { consoleNews } from '#contract/console/site-content.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { IconButton } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { ContentItem, type State, StateChips, useShown } from './content-list.tsx'
import { useBrandNames } from './brands-field.tsx'
import { useContentText } from './content-text.ts'
import styles from './content.module.css'

type News = ResponseOf<typeof consoleNews.list>['news'][number]

const states: readonly State[] = ['on', 'planned']

/** `/news`: the newest first, those to come before them. */
export function NewsScreen() {
  const t = useContentText()
  const mayEdit = useMay()('news', 'edit')
  const [shown, choose] = useShown(states)
  const { data, error, refetch } = useCall(consoleNews.list, {})
  const rows = data?.news.filter(({ state }) => shown === 'all' || state === shown) ?? []
  return (
    <Page
      title={t('newsTitle')}
      text={t('newsText')}
      isNarrow
      acts={mayEdit ? <LinkButton href="/news/new">{t('newsAdd')}</LinkButton> : undefined}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={styles['lists']}>
          <StateChips states={states} items={data.news} shown={shown} onChoose={choose} />
          {rows.length === 0 ? (
            <Empty text={t(data.news.length === 0 ? 'newsNone' : 'nothing')} />
          ) : (
            <ol className={styles['items']} aria-label={t('newsTitle')}>
              {rows.map((news) => (
                <NewsRow key={news.id} news={news} mayEdit={mayEdit} />
              ))}
            </ol>
          )}
        </div>
      )}
    </Page>
  )
}

function NewsRow({ news, mayEdit }: { readonly news: News; readonly mayEdit: boolean }) {
  const t = useContentText()
  const language = useLanguage()
  const brandNames = useBrandNames()
  const nowSec = useNowSec()
  const { send } = useSending('news')
  const [isBusy, setIsBusy] = useState(false)
  const { id, title_ru: name } = news
  return (
    <ContentItem
      href={`/news/${id}`}
      titleRu={name}
      titleUz={news.title_uz}
      image={news.image}
      state={news.state}
      period={[
        formatMoment(news.published_at, language, nowSec),
        ...(news.brands.length === 0 ? [] : [t('brandsOnly', { names: brandNames(news.brands) })]),
      ].join(' · ')}
      missing={news.missing}
      acts={
        mayEdit ? (
          <IconButton
            icon="close"
            label={t('remove', { name })}
            isDisabled={isBusy}
            onPress={() => {
              setIsBusy(true)
              void send(consoleNews.remove, { id }, () => t('removed', { name })).finally(() =>
                setIsBusy(false),
              )
            }}
          />
        ) : null
      }
    />
  )
}
