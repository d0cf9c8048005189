/** Which field of a JSON schedule is which: guessed, corrected here, and used by a source that is read again and again. */
import { useState } from 'react'
import { consoleGuide } from '#contract/console/guide.ts'
import { consoleGuideDrafts, durationUnits, scheduleFields } from '#contract/console/guide-drafts.ts'
import { useCall } from '#console/session/queries.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Empty, Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import type { Mapping, Schedule } from './draft-data.ts'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import styles from './guide-drafts.module.css'

interface DraftScheduleProps {
  readonly draftId: number
  readonly isBusy: boolean
  /** Nothing could be read by the fields as they are. */
  readonly isRefused: boolean
  readonly onRead: (mapping: Mapping) => Promise<void>
}

export function DraftSchedule({ draftId, isBusy, isRefused, onRead }: DraftScheduleProps) {
  const t = useGuideDraftsText()
  const { data, error, refetch } = useCall(consoleGuideDrafts.schedule, { draft_id: draftId })
  return (
    <Section title={t('schedule')} text={t('scheduleText')}>
      {data !== undefined ? (
        <>
          <First first={data.first} />
          <details className={styles['times']} open={isRefused}>
            <summary>{t('correct')}</summary>
            <Fields key={JSON.stringify(data.mapping)} schedule={data} isBusy={isBusy} onRead={onRead} />
          </details>
          <Regularly draftId={draftId} />
        </>
      ) : error === null ? (
        <Skeleton lines={4} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Section>
  )
}

interface FieldsProps extends Omit<DraftScheduleProps, 'draftId' | 'isRefused'> {
  readonly schedule: Schedule
}

function Fields({ schedule: { lists, mapping: stored }, isBusy, onRead }: FieldsProps) {
  const t = useGuideDraftsText()
  const [mapping, setMapping] = useState<Mapping>(stored)
  const list = lists.find(({ path }) => path === mapping.list)
  const columns = (list?.columns ?? []).map(({ path, example }) => ({
    value: path,
    label: path,
    about: example,
  }))
  const setField = (field: (typeof scheduleFields)[number], path: string) => {
    const { [field]: _, ...others } = mapping.fields
    setMapping({ ...mapping, fields: path === '' ? others : { ...others, [field]: path } })
  }
  return (
    <form
      className={styles['fields']}
      onSubmit={(event) => {
        event.preventDefault()
        void onRead(mapping)
      }}
    >
      <Picker<string>
        label={t('list')}
        value={mapping.list}
        choices={lists.map(({ path, entries }) => ({
          value: path,
          label: t('listOption', { path, count: entries }),
        }))}
        onChange={(path) => setMapping({ ...mapping, list: path, fields: {} })}
      />
      {scheduleFields.map((field) => (
        <Picker<string>
          key={field}
          label={t(`field.${field}`)}
          value={mapping.fields[field] ?? ''}
          choices={[{ value: '', label: t('none') }, ...columns]}
          onChange={(path) => setField(field, path)}
        />
      ))}
      <Picker<Mapping['duration']>
        label={t('unit')}
        value={mapping.duration}
        choices={durationUnits.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
        onChange={(duration) => setMapping({ ...mapping, duration })}
      />
      <TextField
        field={{
          ...{ id: 'guide-channel', name: 'channel', value: mapping.channel, problem: undefined },
          onChange: (channel) => setMapping({ ...mapping, channel }),
        }}
        label={t('fileChannel')}
        hint={t('fileChannelHint')}
      />
      <Button type="submit" isPending={isBusy} isDisabled={mapping.list === ''}>
        {t('readFields')}
      </Button>
    </form>
  )
}

function First({ first }: Pick<Schedule, 'first'>) {
  const t = useGuideDraftsText()
  if (first.length === 0) return <Empty text={t('noFirst')} />
  return (
    <div className={styles['part']}>
      <h3>{t('first')}</h3>
      <ul className={styles['left']}>
        {first.map(({ channel, start, stop, title }, at) => (
          <li key={`${at} ${start}`}>
            <span>{title || '—'}</span>
            <small>
              {channel} · {stop === '' ? start : `${start} – ${stop}`}
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The file at an address becomes a source with the mapping as it was read last. */
function Regularly({ draftId }: Pick<DraftScheduleProps, 'draftId'>) {
  const t = useGuideDraftsText()
  const form = useForm(
    consoleGuide.addSource,
    { address: '' },
    {
      toInput: ({ address }) => ({ address, every_min: 240, mapping_of: draftId }),
      failureFields: { guide_twice: 'address' },
      changes: [consoleGuide.sources],
      onDone: () => {
        form.reset()
        showToast(t('regularDone'))
      },
    },
  )
  return (
    <details className={styles['times']}>
      <summary>{t('regularly')}</summary>
      <form className={styles['address']} onSubmit={form.submit} noValidate>
        <TextField field={form.field('address')} label={t('regularAddress')} />
        <Button type="submit" isPending={form.isBusy}>
          {t('regular')}
        </Button>
      </form>
    </details>
  )
}
