import { Link } from 'wouter'
import { consoleImports } from '#contract/console/imports.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { MissingLogos } from '#console/pictures/missing-logos.tsx'
import { useMay } from '#console/session/session.ts'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { useImportsText } from './imports-text.ts'
import { FetchedLists } from './fetched-lists.tsx'
import { LoadList } from './load-list.tsx'
import styles from './imports.module.css'

export type Draft = ResponseOf<typeof consoleImports.list>['drafts'][number]

/** `/imports`: a list is loaded here; those that wait for a decision, and those that were applied. */
export function ImportsScreen() {
  const t = useImportsText()
  const mayEdit = useMay()('channels', 'edit')
  const { data, error, refetch } = useCall(consoleImports.list, {})
  return (
    <Page title={t('title')} text={t('text')} isNarrow>
      {mayEdit ? <LoadList /> : null}
      <FetchedLists mayEdit={mayEdit} />
      <MissingLogos />
      {data !== undefined ? (
        <Drafts drafts={data.drafts} />
      ) : error === null ? (
        <Skeleton lines={4} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Drafts({ drafts }: { readonly drafts: readonly Draft[] }) {
  const t = useImportsText()
  if (drafts.length === 0) return <Empty text={t('none')} />
  const open = drafts.filter(({ state }) => state === 'open')
  const applied = drafts.filter(({ state }) => state === 'applied')
  return (
    <>
      {open.length === 0 ? null : (
        <Section title={t('waiting')}>
          <ul className={styles['drafts']}>
            {open.map((draft) => (
              <li key={draft.draft_id}>
                <Link href={`/imports/${draft.draft_id}`}>{draft.name}</Link>
                <About draft={draft} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {applied.length === 0 ? null : (
        <Section title={t('applied')}>
          <ul className={styles['drafts']}>
            {applied.map((draft) => (
              <li key={draft.draft_id}>
                <strong>{draft.name}</strong>
                <About draft={draft} />
                {draft.change_id === null ? (
                  <small>{t('unchangedAll')}</small>
                ) : (
                  <Link href="/changes">{t('asChange', { id: draft.change_id })}</Link>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

export function About({ draft }: { readonly draft: Draft }) {
  const t = useImportsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <small>
      {t('about', {
        who: draft.staff_name || t('operator'),
        when: formatMoment(draft.made_at, language, nowSec),
      })}
    </small>
  )
}
