import { type FormEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import { consoleStatements, type ShownItem, type ShownStatement } from '#contract/console/statements.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Badge } from '#console/ui/page.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

type RowAct = 'note' | 'accept' | 'credit' | 'reverse'

interface StatementRowProps {
  readonly item: ShownItem
  readonly statement: ShownStatement
  /** What is read again after an act. */
  readonly changes: readonly ConsoleEndpoint[]
}

/** A row of a statement, with what can be done about it. */
export function StatementRow({ item, statement, changes }: StatementRowProps) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const may = useMay()
  const [open, setOpen] = useState<RowAct>()
  const { kind, state, external_id: id, theirs, ours, line, number, account, note, by } = item
  const { system } = statement
  const facts = [
    ...(theirs === null ? [] : [t('theirsIs', { sum: moneyIn(language, theirs) })]),
    ...(ours === null ? [] : [t('oursIs', { sum: moneyIn(language, ours) })]),
    ...(item.paid_at === 0 ? [] : [formatMoment(item.paid_at, language, nowSec)]),
    ...(account === '' ? [] : [account]),
    ...(line === 0 ? [] : [t('lineIs', { line })]),
  ]
  const isOpen = state === 'open' && statement.state === 'open'
  const isCreditable = kind === 'only_theirs' && system !== 'atmos' && may('payments', 'act')
  return (
    <li className={styles['task']}>
      <div>
        <span className={styles['line']}>
          <Badge tone={kind === 'matched' ? 'good' : 'warn'}>{t(`kind.${kind}`)}</Badge>
          {state === 'open' || state === 'matched' ? null : <Badge>{t(`rowState.${state}`)}</Badge>}
          <span className={styles['code']}>{id === '' ? t('noReference') : id}</span>
        </span>
        <span>{facts.join(' · ')}</span>
        {number === 0 || system === 'bank' ? null : (
          <Link href={`/payments/${system}/${number}`}>{t('ourPayment')}</Link>
        )}
        {note === '' ? null : <small>{by === '' ? note : t('rowBy', { who: by, note })}</small>}
      </div>
      {isOpen && may('payments', 'edit') ? (
        <div className={styles['acts']}>
          {isCreditable ? (
            <Button look="primary" onPress={() => setOpen('credit')}>
              {t('rowCredit')}
            </Button>
          ) : null}
          <Button onPress={() => setOpen('accept')}>{t('rowAccept')}</Button>
          <Button look="quiet" onPress={() => setOpen('note')}>
            {t('rowNote')}
          </Button>
        </div>
      ) : null}
      {item.is_reversible && may('payments', 'act') ? (
        <div className={styles['acts']}>
          <Button onPress={() => setOpen('reverse')}>{t('rowReverse')}</Button>
        </div>
      ) : null}
      {open === undefined ? null : (
        <RowDialog act={open} item={item} changes={changes} onClose={() => setOpen(undefined)} />
      )}
    </li>
  )
}

interface RowDialogProps extends Pick<StatementRowProps, 'item' | 'changes'> {
  readonly act: RowAct
  readonly onClose: () => void
}

function RowDialog({ act, item, changes, onClose }: RowDialogProps) {
  const t = usePaymentsText()
  const base = useText()
  const language = useLanguage()
  const id = useId()
  const [note, setNote] = useState(act === 'note' ? item.note : '')
  const [abonement, setAbonement] = useState(item.account)
  const done = (text: string) => {
    onClose()
    showToast(text)
  }
  const options = { changes, onDone: () => done(t('stored')) }
  const noting = useAct(consoleStatements.note, options)
  const accepting = useAct(consoleStatements.accept, options)
  const crediting = useAct(consoleStatements.credit, {
    changes,
    onDone: ({ outcome, balance }) =>
      done(outcome === 'arrived' ? t('arrived') : t('credited', { sum: moneyIn(language, balance) })),
  })
  const reversing = useAct(consoleStatements.reverse, {
    changes,
    onDone: ({ balance }) => done(t('reversed', { sum: moneyIn(language, balance) })),
  })
  const running = { note: noting, accept: accepting, credit: crediting, reverse: reversing }[act]
  const isReady =
    note.trim().length >= (act === 'note' ? 1 : 3) && (act !== 'credit' || abonement.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (running.isPending || !isReady) return
    const row = { row_id: item.row_id, note: note.trim() }
    if (act === 'note') noting.mutate(row)
    else if (act === 'accept') accepting.mutate(row)
    else if (act === 'reverse') reversing.mutate(row)
    else crediting.mutate({ ...row, abonement: abonement.trim() })
  }
  const title =
    act === 'credit' ? t('creditTitle', { sum: moneyIn(language, item.theirs ?? 0) }) : t(`${act}Title`)
  const field = (name: string, value: string, onChange: (value: string) => void) => ({
    ...{ id: `${id}${name}`, name, value, onChange, problem: undefined },
  })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <FormBody problem={running.error?.message}>
          <p className={styles['quiet']}>{t(`${act}Text`)}</p>
          {act === 'credit' ? (
            <TextField
              field={field('abonement', abonement, setAbonement)}
              label={t('creditNumber')}
              inputMode="numeric"
            />
          ) : null}
          <TextArea field={field('note', note, setNote)} label={t('reason')} rows={2} />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={!isReady} isPending={running.isPending}>
            {t(act === 'credit' ? 'creditNow' : act === 'reverse' ? 'reverseNow' : 'store')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
