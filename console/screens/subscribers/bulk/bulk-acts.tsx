import { useState } from 'react'
import { consoleBulk } from '#contract/console/bulk.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { groupDigits } from '#contract/form/money.ts'
import { useAct } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useBulkText } from './bulk-text.ts'

type BulkCard = ResponseOf<typeof consoleBulk.card>

const changes = [consoleBulk.card, consoleBulk.list]

/** The next steps of a run, for those who may take them. */
export function BulkActs({ run }: { readonly run: BulkCard }) {
  const t = useBulkText()
  const may = useMay()
  const [open, setOpen] = useState<'start' | 'undo'>()
  const { bulk_run_id: id, state } = run
  if (!may('credits', 'act')) return null
  // Tariffs are connected and ended by those who may act on subscribers; stopping is for all of them.
  const mayMove = run.kind === 'credit' || run.kind === 'days' || may('subscribers', 'act')
  return (
    <span>
      {mayMove && state === 'prepared' ? (
        <Button look="primary" onPress={() => setOpen('start')}>
          {t(run.is_within ? 'start' : 'askSecond')}
        </Button>
      ) : null}
      {mayMove && state === 'waiting' && !run.is_own && run.is_within ? (
        <Step endpoint={consoleBulk.release} id={id} name={t('release')} isMain />
      ) : null}
      {mayMove && state === 'stopped' && run.undo_reason === '' ? (
        <Step endpoint={consoleBulk.resume} id={id} name={t('resume')} isMain />
      ) : null}
      {['preparing', 'prepared', 'waiting', 'running', 'undoing'].includes(state) ? (
        <Step
          endpoint={consoleBulk.stop}
          id={id}
          name={t(state === 'running' || state === 'undoing' ? 'stop' : 'drop')}
        />
      ) : null}
      {mayMove && (state === 'done' || state === 'stopped') ? (
        <Button look="danger" onPress={() => setOpen('undo')}>
          {t('undo')}
        </Button>
      ) : null}
      {open === 'start' ? <StartDialog run={run} onClose={() => setOpen(undefined)} /> : null}
      {open === 'undo' ? <UndoDialog run={run} onClose={() => setOpen(undefined)} /> : null}
    </span>
  )
}

interface StepProps {
  readonly endpoint: typeof consoleBulk.release | typeof consoleBulk.resume | typeof consoleBulk.stop
  readonly id: number
  readonly name: string
  readonly isMain?: boolean
}

function Step({ endpoint, id, name, isMain = false }: StepProps) {
  const { mutate, isPending } = useAct(endpoint, {
    changes,
    onFailed: (error: Error) => showToast(error.message, { isProblem: true }),
  })
  return (
    <Button
      look={isMain ? 'primary' : 'quiet'}
      isPending={isPending}
      onPress={() => mutate({ bulk_run_id: id })}
    >
      {name}
    </Button>
  )
}

interface DialogProps {
  readonly run: BulkCard
  readonly onClose: () => void
}

/** For nearly all subscribers their number must be typed. */
function StartDialog({ run, onClose }: DialogProps) {
  const t = useBulkText()
  const base = useText()
  const count = groupDigits(String(run.count))
  const form = useForm(
    consoleBulk.start,
    { everybody: '' },
    {
      changes,
      toInput: ({ everybody }) => ({
        ...{ bulk_run_id: run.bulk_run_id, everybody: everybody.replace(/\s/g, '') || 0 },
      }),
      failureFields: { segment_is_everybody: 'everybody' },
      onDone: onClose,
    },
  )
  return (
    <Dialog title={t(run.is_within ? 'start' : 'askSecond')} isOpen onClose={onClose} role="alertdialog">
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <p>{t(run.is_within ? 'startQuestion' : 'secondQuestion')}</p>
          {run.is_everybody ? (
            <TextField
              field={form.field('everybody')}
              label={t('everybodyField', { count })}
              inputMode="numeric"
              isFocused
            />
          ) : null}
          <DialogButtons>
            <Button onPress={onClose}>{base('common.cancel')}</Button>
            <Button type="submit" look="primary" isPending={form.isBusy}>
              {t(run.is_within ? 'start' : 'askSecond')}
            </Button>
          </DialogButtons>
        </FormBody>
      </form>
    </Dialog>
  )
}

function UndoDialog({ run, onClose }: DialogProps) {
  const t = useBulkText()
  const base = useText()
  const form = useForm(
    consoleBulk.undo,
    { reason: '' },
    {
      changes,
      toInput: ({ reason }) => ({ bulk_run_id: run.bulk_run_id, reason }),
      onDone: onClose,
    },
  )
  return (
    <Dialog title={t('undo')} isOpen onClose={onClose} role="alertdialog">
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <p>{t('undoText')}</p>
          <TextField field={form.field('reason')} label={t('reason')} isFocused />
          <DialogButtons>
            <Button onPress={onClose}>{base('common.cancel')}</Button>
            <Button type="submit" look="danger" isPending={form.isBusy}>
              {t('undo')}
            </Button>
          </DialogButtons>
        </FormBody>
      </form>
    </Dialog>
  )
}
