import { useState } from 'react'
import { useLocation } from 'wouter'
import { everybody } from '#contract/console/segment-rules.ts'
import { consoleSegments, segmentExportRoot, type SegmentRow } from '#contract/console/segments.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useForm } from '#console/session/use-form.ts'
import { saveFile } from '#console/tables/save-file.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useMessagesText } from './messages-text.ts'
import { RulesEditor } from './rules-editor.tsx'
import { SegmentCount } from './segment-count.tsx'
import { draftOf, rulesOf } from './segment-draft.ts'
import styles from './messages.module.css'

const newSegment: SegmentRow = { segment_id: 0, name: '', version: 0, rules: everybody, changed_at: 0 }

/** `/messages/segments/<id>`; null for a new one. */
export function SegmentScreen({ id }: { readonly id: number | null }) {
  const t = useMessagesText()
  const { data, error, refetch } = useCall(consoleSegments.list, {}, { isEnabled: id !== null })
  const segment = id === null ? newSegment : data?.segments.find((one) => one.segment_id === id)
  return (
    <Page
      title={segment === undefined || id === null ? t('newSegment') : segment.name}
      above={<BackLink href="/messages/segments" text={t('segments')} />}
      acts={segment === undefined || id === null ? undefined : <SegmentActs segmentId={id} />}
    >
      {segment !== undefined ? (
        <SegmentForm segment={segment} />
      ) : data !== undefined ? (
        <Empty text={t('noSegments')} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function SegmentForm({ segment }: { readonly segment: SegmentRow }) {
  const t = useMessagesText()
  const mayEdit = useMay()('messages', 'edit')
  const [, go] = useLocation()
  const [{ segment_id: id, version }] = useState(segment)
  const [draft, setDraft] = useState(() => draftOf(segment.rules))
  const [problem, setProblem] = useState<string>()
  const rules = rulesOf(draft)
  const form = useForm(
    consoleSegments.save,
    { name: segment.name },
    {
      changes: [consoleSegments.list],
      toInput: ({ name }) => ({
        ...{ segment_id: id === 0 ? null : id, version, name, rules: rules ?? everybody },
      }),
      onDone: () => {
        showToast(t('saved'))
        go('/messages/segments')
      },
    },
  )
  return (
    <div className={styles['columns']}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // Rules that are not complete would be saved as all subscribers.
          if (rules === undefined) setProblem(t('ruleWrong'))
          else form.submit(event)
        }}
        noValidate
      >
        <FormBody problem={form.problem ?? (rules === undefined ? problem : undefined)}>
          <TextField field={form.field('name')} label={t('name')} />
          <RulesEditor draft={draft} onChange={setDraft} />
          {mayEdit ? (
            <div>
              <Button type="submit" look="primary" isPending={form.isBusy}>
                {t('save')}
              </Button>
            </div>
          ) : null}
        </FormBody>
      </form>
      <Section title={t('sample')}>
        <SegmentCount rules={rules} />
      </Section>
    </div>
  )
}

/** What can be done with everybody of the segment. */
function SegmentActs({ segmentId }: { readonly segmentId: number }) {
  const t = useMessagesText()
  const may = useMay()
  return (
    <>
      {may('messages', 'act') ? (
        <LinkButton href={`/messages/new?segment=${segmentId}`}>{t('writeTo')}</LinkButton>
      ) : null}
      {may('credits', 'act') ? (
        <LinkButton href={`/subscribers/bulk/new?segment=${segmentId}`}>{t('bulkAct')}</LinkButton>
      ) : null}
      <ExportButton segmentId={segmentId} />
    </>
  )
}

/** The saved segment as a file, for those who may see phones. */
function ExportButton({ segmentId }: { readonly segmentId: number }) {
  const t = useMessagesText()
  const may = useMay()
  const [isBusy, setIsBusy] = useState(false)
  if (!may('messages', 'act') || !may('subscribers', 'act')) return null
  const save = async () => {
    setIsBusy(true)
    try {
      await saveFile(`${segmentExportRoot}${segmentId}`, `segment-${segmentId}`, { format: 'csv' })
    } catch (error) {
      showToast(error instanceof Error ? error.message : t('exportFailed'), { isProblem: true })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button isPending={isBusy} onPress={() => void save()}>
      {t('exportCsv')}
    </Button>
  )
}
