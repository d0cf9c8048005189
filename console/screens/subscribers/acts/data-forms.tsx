/** What is stored of a person: saved as a file, and erased. */
import { useState } from 'react'
import { consoleSubscriberData as data, subscriberFilesRoot } from '#contract/console/subscriber-data.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatNumber } from '#contract/form/money.ts'
import { useText } from '#console/session/text.ts'
import { saveFile } from '#console/tables/save-file.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import type { SubscriberCard } from '#console/screens/subscribers/words/subscriber-words.ts'
import { ActForm, useTextState } from './act-form.tsx'
import { useActsText } from './acts-text.ts'
import styles from './acts.module.css'

interface CardProps {
  readonly card: SubscriberCard
  readonly onClose: () => void
}

/** Saves the archive; the reason comes first, for the audit. */
export function ExportForm({ card, onClose }: CardProps) {
  const t = useActsText()
  const base = useText()
  const reason = useTextState('reason', '')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    setIsBusy(true)
    try {
      const request = { format: 'zip', reason: reason.value } as const
      await saveFile(`${subscriberFilesRoot}${card.account_id}`, `subscriber-${card.abonement}`, request)
      showToast(t('doneOf', { name: t('exportData') }))
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('exportFailed'))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t('exportData')} isOpen onClose={onClose}>
      <div className={styles['form']}>
        <p>{t('exportData.text')}</p>
        <TextArea field={reason} label={t('reason')} hint={t('reasonHint')} rows={2} />
        {problem === undefined ? null : (
          <p className={styles['problem']} role="alert">
            {problem}
          </p>
        )}
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button
            look="primary"
            isDisabled={reason.value.trim() === ''}
            isPending={isBusy}
            onPress={() => void save()}
          >
            {t('exportData')}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}

/** Says what goes, what stays and what is in the way; done with the typed number alone. */
export function EraseForm({ card, onClose }: CardProps) {
  const t = useActsText()
  const { data: effect, error, refetch } = useCall(data.preview, { account_id: card.account_id })
  const number = useTextState('number', '')
  const settlement = useTextState('settlement', '')
  const isLeft = effect !== undefined && (effect.balance > 0 || effect.tariffs > 0)
  const isReady =
    effect !== undefined &&
    effect.open_payments === 0 &&
    number.value.trim() === effect.abonement &&
    (!isLeft || settlement.value.trim() !== '')
  return (
    <ActForm
      endpoint={data.erase}
      name={t('eraseData')}
      isDangerous
      isReady={isReady}
      toInput={(common) => ({
        ...{ ...common, account_id: card.account_id, number: number.value },
        settlement: settlement.value,
      })}
      effect={
        effect !== undefined ? (
          <Effect effect={effect} />
        ) : error === null ? (
          <Skeleton lines={3} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      }
      onClose={onClose}
    >
      <TextField field={number} label={t('erase.number')} isFocused />
      {isLeft ? <TextArea field={settlement} label={t('erase.settlement')} rows={2} /> : null}
    </ActForm>
  )
}

type Preview = ResponseOf<typeof data.preview>

function Effect({ effect }: { readonly effect: Preview }) {
  const t = useActsText()
  const language = useLanguage()
  const { balance, tariffs, open_payments: open, cards } = effect
  return (
    <>
      {open > 0 ? <p className={styles['problem']}>{t('erase.open', { count: open })}</p> : null}
      {balance > 0 || tariffs > 0 ? (
        <p>{t('erase.left', { balance: moneyIn(language, balance), tariffs })}</p>
      ) : null}
      {cards > 0 ? <p>{t('erase.cards', { count: cards })}</p> : null}
      <Counts title={t('erase.erased')} counts={effect.erased} />
      <Counts title={t('erase.stays')} counts={effect.stays} />
      <p className={styles['quiet']}>{t('erase.law')}</p>
      <p>{t('erase.forever')}</p>
    </>
  )
}

function Counts({ title, counts }: { readonly title: string; readonly counts: Preview['erased'] }) {
  const t = useActsText()
  return (
    <>
      <strong>{title}</strong>
      <ul className={styles['list']}>
        {counts.map(({ topic, rows }) => (
          <li key={topic}>
            <span>{t(`topic.${topic}`)}</span>
            <span>{formatNumber(rows)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
