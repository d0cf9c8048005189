import { useState } from 'react'
import { Link } from 'wouter'
import { consolePages } from '#contract/console/pages.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { IconButton } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Badge, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { usePagesText } from './pages-text.ts'
import styles from './content.module.css'

type ListedPage = ResponseOf<typeof consolePages.list>['pages'][number]

/** `/pages`: the pages of text, those that came with the product first. */
export function PagesScreen() {
  const t = usePagesText()
  const mayEdit = useMay()('home', 'edit')
  const { data, error, refetch } = useCall(consolePages.list, {})
  return (
    <Page
      title={t('title')}
      text={t('text')}
      isNarrow
      acts={mayEdit ? <LinkButton href="/pages/new">{t('add')}</LinkButton> : undefined}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={7} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ol className={styles['items']} aria-label={t('title')}>
          {data.pages.map((page) => (
            <PageRow key={page.id} page={page} mayEdit={mayEdit} />
          ))}
        </ol>
      )}
    </Page>
  )
}

function PageRow({ page, mayEdit }: { readonly page: ListedPage; readonly mayEdit: boolean }) {
  const t = usePagesText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { send } = useSending('home')
  const [isBusy, setIsBusy] = useState(false)
  const { id, title_ru: name, path, is_built_in: isBuiltIn, changed_at: changedAt } = page
  const remove = () => {
    setIsBusy(true)
    const done = t(isBuiltIn ? 'wasReset' : 'removed', { name })
    void send(consolePages.remove, { id }, () => done).finally(() => setIsBusy(false))
  }
  return (
    <li className={styles['pageItem']}>
      <div className={styles['itemText']}>
        <Link href={`/pages/${id}`}>{name}</Link>
        <small lang="uz">{page.title_uz}</small>
        <div className={styles['badges']}>
          <small>{path}</small>
          {changedAt === null ? (
            <Badge>{t('asItCame')}</Badge>
          ) : (
            <Badge tone="own">{t('changedAt', { moment: formatMoment(changedAt, language, nowSec) })}</Badge>
          )}
        </div>
      </div>
      {mayEdit && changedAt !== null ? (
        <IconButton
          icon={isBuiltIn ? 'history' : 'close'}
          label={t(isBuiltIn ? 'reset' : 'remove', { name })}
          isDisabled={isBusy}
          onPress={remove}
        />
      ) : null}
    </li>
  )
}
