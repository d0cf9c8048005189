import { Link, useLocation } from 'wouter'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import type { TableSubject } from '#console/tables/download-table.ts'
import { ExportMenu } from '#console/tables/export-menu.tsx'
import { useTablesText } from '#console/tables/tables-text.ts'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { LoadTable } from './load-table.tsx'
import { type TableDraft, subjects } from './subjects.ts'
import styles from './tables.module.css'

/** `/channels/tables` and its like: a table goes out and comes back here. */
export function TablesScreen({ subject }: { readonly subject: TableSubject }) {
  const t = useTablesText()
  const { endpoints, section } = subjects[subject]
  const mayEdit = useMay()(section, 'edit')
  const { data, error, refetch } = useCall(endpoints.list, {})
  return (
    <Page
      title={t(`title.${subject}`)}
      text={t(subject === 'matches' ? 'textMatches' : 'text')}
      isNarrow
      acts={<ExportMenu subject={subject} />}
    >
      <OfFilms subject={subject} />
      {mayEdit ? <LoadTable subject={subject} /> : null}
      {data !== undefined ? (
        <Drafts subject={subject} drafts={data.drafts} />
      ) : error === null ? (
        <Skeleton lines={4} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

const ofFilms = ['films', 'episodes', 'people', 'genres'] as const

/** The tables of films have one entry in the menu; from here the others are reached. */
function OfFilms({ subject }: { readonly subject: TableSubject }) {
  const t = useTablesText()
  const [, go] = useLocation()
  const chosen = ofFilms.find((one) => one === subject)
  if (chosen === undefined) return null
  return (
    <ViewChips
      label={t('kinds')}
      views={ofFilms.map((name) => ({ name, text: t(`kind.${name}`) }))}
      chosen={chosen}
      onChoose={(name) => go(`${subjects[name].path}/tables`)}
    />
  )
}

interface DraftsProps {
  readonly subject: TableSubject
  readonly drafts: readonly TableDraft[]
}

function Drafts({ subject, drafts }: DraftsProps) {
  const t = useTablesText()
  if (drafts.length === 0) return <Empty text={t('none')} />
  const parts = [
    { title: t('waiting'), some: drafts.filter(({ state }) => state === 'open') },
    { title: t('applied'), some: drafts.filter(({ state }) => state === 'applied') },
  ]
  return parts
    .filter(({ some }) => some.length > 0)
    .map(({ title, some }) => (
      <Section key={title} title={title}>
        <ul className={styles['drafts']}>
          {some.map((draft) => (
            <li key={draft.draft_id}>
              {draft.state === 'open' ? (
                <Link href={`${subjects[subject].path}/tables/${draft.draft_id}`}>{draft.name}</Link>
              ) : (
                <strong>{draft.name}</strong>
              )}
              <About draft={draft} />
              {draft.state === 'open' || subject === 'matches' ? null : draft.change_id === null ? (
                <small>{t('unchangedAll')}</small>
              ) : (
                <Link href="/changes">{t('asChange', { id: draft.change_id })}</Link>
              )}
            </li>
          ))}
        </ul>
      </Section>
    ))
}

export function About({ draft }: { readonly draft: TableDraft }) {
  const t = useTablesText()
  const language = useLanguage()
  const when = formatMoment(draft.made_at, language, useNowSec())
  return <small>{t('about', { who: draft.staff_name || t('operator'), when })}</small>
}
