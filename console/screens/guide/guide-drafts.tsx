/** Guides from files: those that wait for a decision, and those that were applied. */
import { Link } from 'wouter'
import { consoleGuideDrafts } from '#contract/console/guide-drafts.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Failed, Section, Skeleton } from '#console/ui/page.tsx'
import type { GuideDraft } from './draft-data.ts'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import { LoadGuide } from './load-guide.tsx'
import styles from './guide-drafts.module.css'

export function GuideDrafts() {
  const t = useGuideDraftsText()
  const mayEdit = useMay()('guide', 'edit')
  const { data, error, refetch } = useCall(consoleGuideDrafts.list, {})
  const drafts = data?.drafts ?? []
  if (!mayEdit && drafts.length === 0) return null
  return (
    <Section title={t('title')} text={t('loadText')}>
      {mayEdit ? <LoadGuide /> : null}
      {data !== undefined ? (
        <>
          <DraftList title={t('waiting')} drafts={drafts.filter(({ state }) => state === 'open')} />
          <DraftList title={t('applied')} drafts={drafts.filter(({ state }) => state === 'applied')} />
        </>
      ) : error === null ? (
        <Skeleton lines={2} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Section>
  )
}

function DraftList({ title, drafts }: { readonly title: string; readonly drafts: readonly GuideDraft[] }) {
  const t = useGuideDraftsText()
  if (drafts.length === 0) return null
  return (
    <div className={styles['part']}>
      <h3>{title}</h3>
      <ul className={styles['drafts']}>
        {drafts.map((draft) => (
          <li key={draft.draft_id}>
            <Link href={`/guide/drafts/${draft.draft_id}`}>{draft.name}</Link>
            <About draft={draft} />
            {draft.state === 'open' ? null : draft.change_id === null ? (
              <small>{t('unchangedAll')}</small>
            ) : (
              <Link href="/changes">{t('asChange', { id: draft.change_id })}</Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Who loaded a guide and when; of an applied one also when that was, and until when it reaches. */
export function About({
  draft: { source, staff_name: who, made_at: madeAt, channels, applied_at: appliedAt, guide_until: until },
}: {
  readonly draft: GuideDraft
}) {
  const t = useGuideDraftsText()
  const [language, nowSec] = [useLanguage(), useNowSec()]
  const moment = (sec: number) => formatMoment(sec, language, nowSec)
  const by = source === null ? who || t('operator') : t('ofSource', { name: source })
  const facts = [
    t('about', { who: by, when: moment(madeAt) }),
    ...(appliedAt === null ? [] : [t('appliedAt', { when: moment(appliedAt) })]),
    ...(appliedAt === null || until === null
      ? []
      : [t('reaches', { count: channels, until: moment(until) })]),
  ]
  return <small>{facts.join(' · ')}</small>
}
