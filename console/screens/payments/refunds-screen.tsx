import { type FormEvent, useId, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { consolePayments, type RefundTask } from '#contract/console/payments.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons, Question } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { usePaymentsText } from './payments-text.ts'
import { refundChanges } from './refund-section.tsx'
import styles from './payments.module.css'

/** `/payments/refunds?which=ended`: what finance refunds outside Ekran. */
export function RefundsScreen() {
  const t = usePaymentsText()
  const [address, setAddress] = useSearchParams()
  const which = address.get('which') === 'ended' ? 'ended' : 'to_do'
  const { data, error, refetch } = useCall(consolePayments.tasks, { which })
  return (
    <Page
      title={t('tasksTitle')}
      text={t('tasksText')}
      above={<BackLink href="/payments" text={t('back')} />}
    >
      <ViewChips
        label={t('tasksTitle')}
        views={[
          { name: 'to_do', text: t('tasks.to_do') },
          { name: 'ended', text: t('tasks.ended') },
        ]}
        chosen={which}
        onChoose={(view) => setAddress(view === 'ended' ? { which: 'ended' } : {}, { replace: true })}
      />
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.tasks.length === 0 ? (
        <Empty text={which === 'to_do' ? t('tasksNone') : t('tasksNoneEnded')} />
      ) : (
        <ul className={styles['tasks']} aria-label={t('tasksTitle')}>
          {data.tasks.map((task) => (
            <Task key={`${task.system}-${task.number}-${task.attempt}`} task={task} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function Task({ task }: { readonly task: RefundTask }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayAct = useMay()('payments', 'act')
  const [open, setOpen] = useState<'finish' | 'withdraw'>()
  const { system, number, amount, paid, state, way, document } = task
  const who = (name: string) => (name === '' ? t('operator') : name)
  const when = (at: number) => formatMoment(at, language, nowSec)
  const sum = moneyIn(language, amount)
  return (
    <li className={styles['task']}>
      <div>
        <span className={styles['line']}>
          <Link href={`/payments/${system}/${number}`}>
            {t(`system.${system}`)}: {sum}
          </Link>
          {amount < paid ? <small>{t('ofPaid', { sum: moneyIn(language, paid) })}</small> : null}
          {state === 'to_do' ? null : (
            <Badge tone={state === 'done' ? 'good' : 'plain'}>{t(`task.${state}`)}</Badge>
          )}
        </span>
        <span>
          {task.abonement} · <span className={styles['code']}>{task.external_id}</span>
        </span>
        <span>{task.reason}</span>
        {state !== 'to_do' || task.reversal === '' ? null : (
          <span className={styles['warn']}>
            {t(`reversal.${task.reversal}`, { code: task.reversal_problem })}
          </span>
        )}
        <small>{t('askedBy', { who: who(task.asked_by), when: when(task.asked_at) })}</small>
        {task.ended_at === 0 ? null : (
          <small>
            {[
              ...(way === 'system'
                ? []
                : [t('endedBy', { who: who(task.ended_by), when: when(task.ended_at) })]),
              ...(way === '' ? [] : [t(`way.${way}`)]),
              ...(document === '' ? [] : [t('document', { text: document })]),
            ].join(' · ')}
          </small>
        )}
      </div>
      {state === 'to_do' && task.reversal !== 'asked' && mayAct ? (
        <div className={styles['acts']}>
          <Button look="primary" onPress={() => setOpen('finish')}>
            {t('finish')}
          </Button>
          <Button look="quiet" onPress={() => setOpen('withdraw')}>
            {t('withdraw')}
          </Button>
        </div>
      ) : null}
      {open === 'finish' ? <FinishDialog task={task} sum={sum} onClose={() => setOpen(undefined)} /> : null}
      <WithdrawQuestion
        task={task}
        sum={sum}
        isOpen={open === 'withdraw'}
        onClose={() => setOpen(undefined)}
      />
    </li>
  )
}

interface TaskDialogProps {
  readonly task: RefundTask
  readonly sum: string
  readonly onClose: () => void
}

function FinishDialog({ task, sum, onClose }: TaskDialogProps) {
  const t = usePaymentsText()
  const base = useText()
  const id = useId()
  const { is_by_transfer: isByTransfer } = task
  const [way, setWay] = useState<'cabinet' | 'transfer'>(isByTransfer ? 'transfer' : 'cabinet')
  const [document, setDocument] = useState('')
  const act = useAct(consolePayments.finish, {
    changes: refundChanges,
    onDone: () => {
      onClose()
      showToast(t('finished'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { system, number, attempt } = task
    if (!act.isPending && document.trim() !== '') act.mutate({ system, number, attempt, way, document })
  }
  const field = { id, name: 'document', value: document, problem: undefined, onChange: setDocument }
  return (
    <Dialog title={t('finishTitle', { sum })} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <FormBody problem={act.error?.message}>
          {isByTransfer ? (
            <p>{t('finishByTransfer', { system: t(`system.${task.system}`) })}</p>
          ) : (
            <Picker
              label={t('finishWay')}
              value={way}
              choices={(['cabinet', 'transfer'] as const).map((value) => ({
                ...{ value, label: t(`way.${value}`) },
              }))}
              onChange={setWay}
            />
          )}
          <TextField field={field} label={t('finishDocument')} hint={t('finishDocumentHint')} isFocused />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={act.isPending} isDisabled={document.trim() === ''}>
            {t('finishNow')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function WithdrawQuestion({ task, sum, isOpen, onClose }: TaskDialogProps & { readonly isOpen: boolean }) {
  const t = usePaymentsText()
  const act = useAct(consolePayments.withdraw, {
    changes: refundChanges,
    onDone: () => {
      onClose()
      showToast(t('withdrawn'))
    },
    onFailed: (error) => {
      onClose()
      showToast(error.message, { isProblem: true })
    },
  })
  return (
    <Question
      title={t('withdrawTitle')}
      text={t('withdrawText', { sum })}
      confirm={t('withdrawNow')}
      isOpen={isOpen}
      isBusy={act.isPending}
      isDangerous
      onConfirm={() => act.mutate({ system: task.system, number: task.number, attempt: task.attempt })}
      onClose={onClose}
    />
  )
}
