/** What a guide changes of one channel, programme by programme. */
import { useState } from 'react'
import { consoleGuideDrafts } from '#contract/console/guide-drafts.ts'
import { FieldDifferences } from '#console/changes/field-differences.tsx'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Badge, Failed, Skeleton } from '#console/ui/page.tsx'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import styles from './guide-drafts.module.css'

interface DraftProgrammesProps {
  readonly draftId: number
  readonly cid: number
  readonly name: string
}

export function DraftProgrammes({ name, ...which }: DraftProgrammesProps) {
  const t = useGuideDraftsText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles['details']} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('details', { name })}</summary>
      {isOpen ? <Programmes {...which} /> : null}
    </details>
  )
}

const tones = { new: 'good', changed: 'plain', moved: 'plain', gone: 'warn' } as const

function Programmes({ draftId, cid }: Omit<DraftProgrammesProps, 'name'>) {
  const t = useGuideDraftsText()
  const [language, nowSec] = [useLanguage(), useNowSec()]
  const { data, error, refetch } = useCall(consoleGuideDrafts.programmes, { draft_id: draftId, cid })
  if (data === undefined)
    return error === null ? <Skeleton lines={3} /> : <Failed error={error} onRetry={() => void refetch()} />
  const { programmes, more } = data
  if (programmes.length === 0) return <p>{t('noDifference')}</p>
  return (
    <>
      <ol className={styles['programmes']}>
        {programmes.map(({ kind, begin, title, before, after }) => (
          <li key={`${kind} ${begin}`}>
            <p className={styles['label']}>
              <span>{formatMoment(begin, language, nowSec)}</span>
              <strong>{title}</strong>
              <Badge tone={tones[kind]}>{t(`kind.${kind}`)}</Badge>
            </p>
            <FieldDifferences before={before} after={after} />
          </li>
        ))}
      </ol>
      {more === 0 ? null : <p>{t('moreProgrammes', { count: more })}</p>}
    </>
  )
}
