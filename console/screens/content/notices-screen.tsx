import { useState } from 'react'
import { consoleNotices } from '#contract/console/notices.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { missingParts } from './both-languages.tsx'
import { ContentItem, type State, StateChips, useShown } from './content-list.tsx'
import { noticeParts } from './content-parts.ts'
import { useContentText } from './content-text.ts'
import styles from './content.module.css'

type Notice = ResponseOf<typeof consoleNotices.list>['notices'][number]

const states: readonly State[] = ['on', 'planned', 'ended']

/** `/works`: planned works and outages, as viewers read them at `/status`. */
export function NoticesScreen() {
  const t = useContentText()
  const mayEdit = useMay()('health', 'edit')
  const [shown, choose] = useShown(states)
  const { data, error, refetch } = useCall(consoleNotices.list, {})
  const rows = data?.notices.filter(({ state }) => shown === 'all' || state === shown) ?? []
  return (
    <Page
      title={t('noticesTitle')}
      text={t('noticesText')}
      isNarrow
      acts={
        mayEdit ? (
          <>
            <LinkButton href="/works/new">{t('noticesAdd.works')}</LinkButton>
            <LinkButton href="/works/outage">{t('noticesAdd.outage')}</LinkButton>
          </>
        ) : undefined
      }
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={styles['lists']}>
          <StateChips states={states} items={data.notices} shown={shown} onChoose={choose} />
          {rows.length === 0 ? (
            <Empty text={t(data.notices.length === 0 ? 'noticesNone' : 'nothing')} />
          ) : (
            <ol className={styles['items']} aria-label={t('noticesTitle')}>
              {rows.map((notice) => (
                <NoticeRow key={notice.id} notice={notice} mayEdit={mayEdit} />
              ))}
            </ol>
          )}
        </div>
      )}
    </Page>
  )
}

function NoticeRow({ notice, mayEdit }: { readonly notice: Notice; readonly mayEdit: boolean }) {
  const t = useContentText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { send } = useSending('health')
  const [isBusy, setIsBusy] = useState(false)
  const { id, state, kind, title_ru: name, title_uz, text_ru, text_uz } = notice
  const { begins_at: begins, ends_at: ends } = notice
  const written = { title_ru: name, title_uz, text_ru, text_uz }
  const moment = (sec: number) => formatMoment(sec, language, nowSec)
  const from = t('from', { moment: moment(begins) })
  const until = ends === null ? t('noEnd') : t('until', { moment: moment(ends) })
  const run = (sent: Promise<boolean>) => {
    setIsBusy(true)
    void sent.finally(() => setIsBusy(false))
  }
  return (
    <ContentItem
      href={`/works/${id}`}
      titleRu={name}
      titleUz={title_uz}
      state={state}
      period={`${t(`noticeKind.${kind}`)} · ${from}, ${until}`}
      missing={(['ru', 'uz'] as const).filter((one) => missingParts(written, noticeParts, one).length > 0)}
      acts={
        mayEdit ? (
          <>
            {state === 'on' ? (
              <Button
                isPending={isBusy}
                onPress={() => run(send(consoleNotices.end, { id }, () => t('noticeEnded', { name })))}
              >
                {t('noticeEnd')}
              </Button>
            ) : null}
            <IconButton
              icon="close"
              label={t('remove', { name })}
              isDisabled={isBusy}
              onPress={() => run(send(consoleNotices.remove, { id }, () => t('removed', { name })))}
            />
          </>
        ) : null
      }
    />
  )
}
