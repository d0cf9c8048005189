import { useState } from 'react'
import { useLocation } from 'wouter'
import { isNearlyEverybody } from '#contract/console/campaigns.ts'
import { consoleCommands } from '#contract/console/commands.ts'
import { everybody, type SegmentRules } from '#contract/console/segment-rules.ts'
import { consoleSegments } from '#contract/console/segments.ts'
import { groupDigits } from '#contract/form/money.ts'
import { CommandFields, useCommandDraft } from '#console/commands/command-fields.tsx'
import { useCommandsText } from '#console/commands/commands-text.ts'
import { useCall } from '#console/session/queries.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed, Page, Section } from '#console/ui/page.tsx'
import { BackLink } from '#console/ui/back-link.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useMessagesText } from './messages-text.ts'
import { SegmentCount } from './segment-count.tsx'
import styles from './messages.module.css'

/** `/messages/commands/new`: a command to a segment. */
export function CommandScreen() {
  const t = useCommandsText()
  const words = useMessagesText()
  const [, go] = useLocation()
  const [segmentId, setSegmentId] = useState('')
  const draft = useCommandDraft()
  const segments = useCall(consoleSegments.list, {}).data?.segments ?? []
  const rules =
    segmentId === '' ? everybody : segments.find((one) => String(one.segment_id) === segmentId)?.rules
  const count = useEverybody(rules)
  const form = useForm(
    consoleCommands.start,
    { reason: '', everybody: '' },
    {
      changes: [consoleCommands.list],
      failureFields: { segment_is_everybody: 'everybody' },
      toInput: ({ reason, everybody: typed }) => ({
        ...{ ...draft.input, reason, segment_id: segmentId === '' ? null : segmentId },
        everybody: typed.replace(/\s/g, '') || 0,
      }),
      onDone: () => {
        showToast(t('started'))
        go('/messages/commands')
      },
    },
  )
  return (
    <Page
      title={t('new')}
      text={t('newText')}
      above={<BackLink href="/messages/commands" text={t('title')} />}
    >
      <div className={styles['columns']}>
        <form onSubmit={form.submit} noValidate>
          <FormBody problem={form.problem}>
            <CommandFields draft={draft} />
            <SegmentPicker segmentId={segmentId} onChange={setSegmentId} />
            <TextArea field={form.field('reason')} label={t('reason')} rows={2} />
            {count === undefined && form.field('everybody').problem === undefined ? null : (
              <TextField
                field={form.field('everybody')}
                label={
                  count === undefined || count === null
                    ? words('everybodyUncounted')
                    : words('everybodyField', { count: groupDigits(String(count)) })
                }
                inputMode="numeric"
              />
            )}
            <p className={styles['quiet']}>{t(`effect.${draft.kind}`)}</p>
            <div>
              <Button
                type="submit"
                look={draft.kind === 'sign_out' ? 'danger' : 'primary'}
                isDisabled={!draft.isReady || rules === undefined}
                isPending={form.isBusy}
              >
                {t('give')}
              </Button>
            </div>
          </FormBody>
        </form>
        <Section title={words('segment')}>
          <SegmentCount rules={rules} />
        </Section>
      </div>
    </Page>
  )
}

interface SegmentPickerProps {
  readonly segmentId: string
  readonly onChange: (segmentId: string) => void
}

/** The segments, or that they could not be read. */
function SegmentPicker({ segmentId, onChange }: SegmentPickerProps) {
  const t = useCommandsText()
  const words = useMessagesText()
  const { data, error, refetch } = useCall(consoleSegments.list, {})
  return (
    <>
      <Picker<string>
        label={words('segment')}
        value={segmentId}
        choices={[
          { value: '', label: t('everybody') },
          ...(data?.segments ?? []).map((one) => ({ value: String(one.segment_id), label: one.name })),
        ]}
        onChange={onChange}
      />
      {data === undefined && error !== null ? <Failed error={error} onRetry={() => void refetch()} /> : null}
    </>
  )
}

/** How many must be typed: undefined when none, null when it was not counted in time. */
function useEverybody(rules: SegmentRules | undefined): number | null | undefined {
  const { data } = useCall(
    consoleSegments.count,
    { rules: JSON.stringify(rules ?? everybody) },
    { isEnabled: rules !== undefined },
  )
  if (data === undefined) return undefined
  const { count, total } = data
  return count === null || isNearlyEverybody({ count, total }) ? count : undefined
}
