import { useState } from 'react'
import { consoleEdges, type EdgeRow, edgeStates } from '#contract/console/edges.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { useEdgesText } from './edges-text.ts'
import styles from './edges.module.css'

interface EdgeDialogProps {
  /** Undefined for a new one. */
  readonly edge: EdgeRow | undefined
  readonly onClose: () => void
}

const failureFields = {
  edge_base_wrong: 'base_address',
  edge_base_taken: 'base_address',
  edge_health_wrong: 'health_address',
  edge_prefix_wrong: 'prefixes',
} as const

export function EdgeDialog({ edge, onClose }: EdgeDialogProps) {
  const t = useEdgesText()
  const base = useText()
  const { confirm } = useSending('health')
  const [state, setState] = useState<EdgeRow['state']>(edge?.state ?? 'on')
  const form = useForm(
    consoleEdges.save,
    {
      name: edge?.name ?? '',
      base_address: edge?.base_address ?? '',
      weight: String(edge?.weight ?? 100),
      prefixes: (edge?.prefixes ?? []).join('\n'),
      health_address: edge?.health_address ?? '',
    },
    {
      toInput: (values) => ({
        ...values,
        // What is no number is refused at its field.
        weight: values.weight.trim() === '' ? Number.NaN : Number(values.weight),
        ...{ edge_id: edge?.edge_id ?? null, version: edge?.version ?? 0, state },
      }),
      failureFields,
      changes: [consoleEdges.list],
      onDone: ({ change_id: changeId }, { name }) => {
        if (changeId > 0) confirm(changeId, t('saved', { name }))
        onClose()
      },
    },
  )
  return (
    <Dialog
      title={edge === undefined ? t('newEdge') : t('changeOf', { name: edge.name })}
      isOpen
      onClose={onClose}
    >
      <form className={styles['form']} onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField field={form.field('name')} label={t('name')} />
          <TextField field={form.field('base_address')} label={t('base')} hint={t('baseHint')} />
          <Picker
            label={t('state')}
            value={state}
            choices={edgeStates.map((value) => ({ value, label: t(`state.${value}`) }))}
            onChange={setState}
          />
          <TextField
            field={form.field('weight')}
            label={t('weight')}
            hint={t('weightHint')}
            inputMode="numeric"
          />
          <TextArea field={form.field('prefixes')} label={t('prefixes')} hint={t('prefixesHint')} rows={4} />
          <TextField field={form.field('health_address')} label={t('health')} hint={t('healthHint')} />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {base('common.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
