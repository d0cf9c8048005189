import { useState } from 'react'
import { consolePages } from '#contract/console/pages.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { isNamed, useChangeText } from '#console/changes/change-text.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Failed, Skeleton } from '#console/ui/page.tsx'
import { lineDifferences } from './line-differences.ts'
import { usePagesText } from './pages-text.ts'
import styles from './content.module.css'

type TextPage = ResponseOf<typeof consolePages.one>
type Version = ResponseOf<typeof consolePages.versions>['versions'][number]
type Texts = NonNullable<Version['texts']>

/** The versions of a page, the present one first: each can be compared with it, and written again. */
export function PageVersions({ page }: { readonly page: TextPage }) {
  const t = usePagesText()
  const { data, error, refetch } = useCall(consolePages.versions, { id: page.id })
  if (data === undefined)
    return error === null ? <Skeleton lines={3} /> : <Failed error={error} onRetry={() => void refetch()} />
  return (
    <ol className={styles['items']} aria-label={t('versions')}>
      {data.versions.map((version, place) => (
        <VersionItem key={version.change_id} version={version} page={page} isPresent={place === 0} />
      ))}
    </ol>
  )
}

interface VersionItemProps {
  readonly version: Version
  readonly page: TextPage
  readonly isPresent: boolean
}

function VersionItem({ version, page, isPresent }: VersionItemProps) {
  const t = usePagesText()
  const changes = useChangeText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayEdit = useMay()('home', 'edit')
  const { send } = useSending('home')
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { texts, made_at: madeAt } = version
  const when = madeAt === null ? t('first') : formatMoment(madeAt, language, nowSec)
  const restore = (former: Texts) => {
    setIsBusy(true)
    const { id, slug, version: over } = page
    void send(consolePages.save, { id, slug, version: over, ...former }, () => t('restored')).finally(() =>
      setIsBusy(false),
    )
  }
  return (
    <li className={styles['version']}>
      <div className={styles['versionHead']}>
        <div className={styles['itemText']}>
          <strong>{texts === null ? t('deleted') : texts.title_ru}</strong>
          <small>{madeAt === null ? when : `${version.staff_name || changes('operator')} · ${when}`}</small>
        </div>
        {isPresent ? <Badge tone="good">{t('present')}</Badge> : null}
        {isPresent || texts === null ? null : (
          <div className={styles['itemActs']}>
            <Button onPress={() => setIsOpen(!isOpen)}>{t(isOpen ? 'hide' : 'compare')}</Button>
            {mayEdit ? (
              <Button isPending={isBusy} onPress={() => restore(texts)}>
                {t('restore')}
              </Button>
            ) : null}
          </div>
        )}
      </div>
      {isOpen && texts !== null ? <Differences former={texts} page={page} /> : null}
    </li>
  )
}

const names = ['title_ru', 'lead_ru', 'body_ru', 'title_uz', 'lead_uz', 'body_uz'] as const

/** Line by line: what the former version had, and what the present one has. */
function Differences({ former, page }: { readonly former: Texts; readonly page: TextPage }) {
  const t = usePagesText()
  const changes = useChangeText()
  const differing = names.filter((name) => former[name] !== page[name])
  if (differing.length === 0) return <p>{t('same')}</p>
  return (
    <dl className={styles['differences']}>
      {differing.map((name) => {
        const key = `field.${name}`
        return (
          <div key={name}>
            <dt>{isNamed(key) ? changes(key as 'field.number') : name}</dt>
            <dd>
              {lineDifferences(former[name], page[name]).map(({ kind, text }, place) =>
                kind === 'gone' ? (
                  <del key={place}>{text}</del>
                ) : kind === 'new' ? (
                  <ins key={place}>{text}</ins>
                ) : (
                  <span key={place}>{text}</span>
                ),
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
