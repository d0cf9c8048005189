import { useState } from 'react'
import { type PriceBasis, priceBases } from '#contract/console/report-measures.ts'
import { shownAmount } from '#contract/console/report-texts/report-texts.ts'
import { consoleReports } from '#contract/console/reports.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { readRate, shownRate } from './price-rate.ts'
import { useReportsText } from './reports-text.ts'
import styles from './reports.module.css'

type Price = ResponseOf<typeof consoleReports.prices>['prices'][number]

/** What each rights holder gets, changed in a dialog. */
export function PricesSection() {
  const t = useReportsText()
  const language = useLanguage()
  const mayEdit = useMay()('reports', 'edit')
  const [changed, setChanged] = useState<Price>()
  const { data, error, refetch } = useCall(consoleReports.prices, {})
  return (
    <Section title={t('prices')} text={t('pricesText')}>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ul className={styles['rows']}>
          {data.prices.map((price) => {
            const name = t(`holder.${price.kind}`, { name: price.name[language] })
            return (
              <li key={`${price.kind} ${price.owner_id}`}>
                <span>{name}</span>
                <span className={styles['quiet']}>
                  {price.rate === null
                    ? t('noPrice')
                    : t(`price.${price.basis}`, { value: rateText(price, language) })}
                </span>
                {mayEdit ? (
                  <Button
                    look="quiet"
                    aria-label={`${t('setPrice')}: ${name}`}
                    onPress={() => setChanged(price)}
                  >
                    {t('setPrice')}
                  </Button>
                ) : null}
              </li>
            )
          })}
        </ul>
      )}
      {changed === undefined ? null : <PriceDialog price={changed} onClose={() => setChanged(undefined)} />}
    </Section>
  )
}

function rateText({ basis, rate }: Price, language: 'ru' | 'uz' | 'en'): string {
  return shownAmount((rate ?? 0) / 100, basis === 'share' ? 'percent' : 'money', language)
}

function PriceDialog({ price, onClose }: { readonly price: Price; readonly onClose: () => void }) {
  const t = useReportsText()
  const language = useLanguage()
  const [basis, setBasis] = useState<PriceBasis>(price.basis)
  const [written, setWritten] = useState(price.rate === null ? '' : shownRate(price.rate))
  const [isWrong, setIsWrong] = useState(false)
  const max = basis === 'share' ? 100 : 1_000_000
  const save = useAct(consoleReports.savePrice, {
    changes: [consoleReports.prices, consoleReports.show],
    onDone: () => {
      showToast(t('saved'))
      onClose()
    },
  })
  const send = (rate: number | null) =>
    save.mutate({ kind: price.kind, owner_id: price.owner_id, basis, rate })
  const label = t(basis === 'share' ? 'percentRate' : 'rate')
  return (
    <Dialog title={t('priceOf', { name: price.name[language] })} isOpen onClose={onClose}>
      <FormBody problem={save.error?.message}>
        <Picker<PriceBasis>
          label={t('basis')}
          value={basis}
          choices={priceBases.map((value) => ({ value, label: t(`basis.${value}`) }))}
          onChange={setBasis}
        />
        <TextField
          label={label}
          inputMode="numeric"
          field={{
            ...{ id: 'report-rate', name: 'rate', value: written },
            problem: isWrong ? t('rateWrong', { max: shownAmount(max, 'count', language) }) : undefined,
            onChange: (value) => {
              setWritten(value)
              setIsWrong(false)
            },
          }}
        />
        <DialogButtons>
          {price.rate === null ? null : (
            <Button isPending={save.isPending} onPress={() => send(null)}>
              {t('remove')}
            </Button>
          )}
          <Button
            look="primary"
            isPending={save.isPending}
            onPress={() => {
              const rate = readRate(written, max)
              if (rate === undefined) setIsWrong(true)
              else send(rate)
            }}
          >
            {t('save')}
          </Button>
        </DialogButtons>
      </FormBody>
    </Dialog>
  )
}
