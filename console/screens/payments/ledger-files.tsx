import { type FormEvent, useId, useState } from 'react'
import { exchangeEncodings, ledgerFilesRoot, type LedgerPart, ledgerParts } from '#contract/console/ledger.ts'
import { tableFormats } from '#contract/console/tables.ts'
import { dayOf } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useText } from '#console/session/text.ts'
import { saveFile } from '#console/tables/save-file.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { Day } from './day-field.tsx'
import type { LedgerFilter } from './ledger-filter.ts'
import { useLedgerText } from './ledger-text.ts'
import { readDetails, storeDetails } from './own-details.ts'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

/** Chooses a file for accounting, its days and format, and saves it. */
export function LedgerFiles({
  filter,
  onClose,
}: {
  readonly filter: LedgerFilter
  readonly onClose: () => void
}) {
  const t = useLedgerText()
  const names = usePaymentsText()
  const base = useText()
  const today = dayOf(useNowSec())
  const [part, setPart] = useState<LedgerPart>('entries')
  const [from, setFrom] = useState(filter.from ?? `${today.slice(0, 8)}01`)
  const [to, setTo] = useState(filter.to ?? today)
  const [format, setFormat] = useState<(typeof tableFormats)[number]>('csv')
  const [encoding, setEncoding] = useState<(typeof exchangeEncodings)[number]>('windows-1251')
  const [details, setDetails] = useState(readDetails)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isExchange = part === 'exchange'
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (from === '' || to === '' || to < from) return setProblem(names('daysWrong'))
    setProblem(undefined)
    setIsBusy(true)
    const days = { from, to }
    const request = isExchange
      ? { ...days, ...details, encoding, format: 'txt' as const }
      : { ...(part === 'entries' ? filter : {}), ...days, format }
    try {
      await saveFile(ledgerFilesRoot + part, `${isExchange ? '1c' : part}-${from}-${to}`, request)
      if (isExchange) storeDetails(details)
      showToast(t('downloaded'))
      onClose()
    } catch (error) {
      if (error instanceof Error) setProblem(error.message)
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t('filesTitle')} isOpen onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <FormBody problem={problem}>
          <Picker
            label={t('filesWhat')}
            value={part}
            choices={ledgerParts.map((one) => ({
              ...{ value: one, label: t(`part.${one}`), about: t(`partText.${one}`) },
            }))}
            onChange={setPart}
          />
          <p className={styles['quiet']}>{t(`partText.${part}`)}</p>
          <div className={styles['days']}>
            <Day label={names('from')} day={from} onChange={setFrom} />
            <Day label={names('to')} day={to} onChange={setTo} />
          </div>
          {isExchange ? (
            <>
              <Details details={details} onChange={setDetails} />
              <Picker
                label={t('encoding')}
                value={encoding}
                choices={exchangeEncodings.map((one) => ({
                  value: one,
                  label: one === 'utf-8' ? 'UTF-8' : 'Windows-1251',
                }))}
                onChange={setEncoding}
              />
            </>
          ) : (
            <Picker
              label={t('format')}
              value={format}
              choices={tableFormats.map((one) => ({ value: one, label: t(`format.${one}`) }))}
              onChange={setFormat}
            />
          )}
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={isBusy}>
            {t('download')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

type OwnDetails = ReturnType<typeof readDetails>

/** The operator's own account, for the file of 1C. */
function Details({
  details,
  onChange,
}: {
  readonly details: OwnDetails
  readonly onChange: (details: OwnDetails) => void
}) {
  const t = useLedgerText()
  const id = useId()
  const fieldOf = (name: keyof OwnDetails) => ({
    ...{ id: `${id}${name}`, name, value: details[name], problem: undefined },
    onChange: (value: string) => onChange({ ...details, [name]: value }),
  })
  return (
    <>
      <TextField
        field={fieldOf('own_account')}
        label={t('ownAccount')}
        hint={t('ownAccountHint')}
        inputMode="numeric"
      />
      <TextField field={fieldOf('own_name')} label={t('ownName')} />
      <TextField field={fieldOf('own_inn')} label={t('ownInn')} hint={t('ownInnHint')} inputMode="numeric" />
      <p className={styles['quiet']}>{t('remembered')}</p>
    </>
  )
}
