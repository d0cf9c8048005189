import { useState } from 'react'
import { consoleTariffs, type ShownEffect, type ShownTariff } from '#contract/console/tariffs.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { dayOf, formatDate, startOfDay } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useMay } from '#console/session/session.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Badge, Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { EffectSummary } from './effect-summary.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { useTariffsText } from './tariffs-text.ts'
import styles from './tariffs.module.css'

interface DatedPricesProps {
  readonly tariff: ShownTariff
  readonly prices: ResponseOf<typeof consoleTariffs.one>['prices']
}

/** The prices of a tariff from a date on, and setting another. */
export function DatedPrices({ tariff, prices }: DatedPricesProps) {
  const t = useTariffsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayAct = useMay()('billing', 'act')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section
      title={t('prices')}
      text={t('pricesText')}
      acts={mayAct ? <Button onPress={() => setIsOpen(true)}>{t('setPrice')}</Button> : null}
    >
      {prices.length === 0 ? (
        <p className={styles['quiet']}>{t('noPrices')}</p>
      ) : (
        <ul className={styles['prices']}>
          {prices.map((one) => (
            <li key={one.price_id}>
              <span>
                {t('priceLine', {
                  ...{ sum: moneyIn(language, one.price), days: one.days },
                  date: formatDate(one.from, language, nowSec),
                })}
              </span>
              <Badge tone={one.is_in_force ? 'good' : 'own'}>
                {t(one.is_in_force ? 'inForce' : 'planned')}
              </Badge>
              <small>{t(`payers.${one.payers}`)}</small>
            </li>
          ))}
        </ul>
      )}
      {isOpen ? <PriceDialog tariff={tariff} onClose={() => setIsOpen(false)} /> : null}
    </Section>
  )
}

interface PriceDialogProps {
  readonly tariff: ShownTariff
  readonly onClose: () => void
}

type PriceInput = InputOf<typeof consoleTariffs.price>

/** First what the price does, then setting it. */
function PriceDialog({ tariff, onClose }: PriceDialogProps) {
  const t = useTariffsText()
  const nowSec = useNowSec()
  const today = dayOf(nowSec)
  const [previewed, setPreviewed] = useState<{ readonly effect: ShownEffect; readonly input: PriceInput }>()
  const [first] = tariff.periods
  const form = useForm(
    consoleTariffs.previewPrice,
    { days: String(first?.days ?? 30), price: '', from: today, payers: 'all' },
    {
      toInput: ({ days, price, from, payers }) => ({
        ...{ id: tariff.tariff_id, days, price },
        payers: payers === 'new' ? ('new' as const) : ('all' as const),
        from: from === today ? 0 : (startOfDay(from) ?? 1),
      }),
      failureFields: { tariff_price_wrong: 'price', tariff_price_date: 'from' },
      onDone: (effect, input) => setPreviewed({ effect, input }),
    },
  )
  if (previewed !== undefined) return <ConfirmPrice {...previewed} onClose={onClose} />
  return (
    <Dialog title={t('setPrice')} isOpen onClose={onClose}>
      <form className={styles['editor']} onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <Picker
            label={t('period')}
            value={form.values.days}
            onChange={(days) => form.set('days', days)}
            choices={tariff.periods.map(({ days }) => ({
              value: String(days),
              label: t('daysCount', { count: days }),
            }))}
          />
          <TextField
            field={form.field('price')}
            label={t('newPrice')}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField field={form.field('from')} label={t('from')} hint={t('fromHint')} type="date" />
          <Picker
            label={t('payers')}
            value={form.values.payers}
            onChange={(payers) => form.set('payers', payers)}
            choices={[
              { value: 'all', label: t('payers.all') },
              { value: 'new', label: t('payers.new') },
            ]}
          />
        </FormBody>
        <DialogButtons>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {t('look')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

interface ConfirmProps {
  readonly effect: ShownEffect
  readonly input: PriceInput
  readonly onClose: () => void
}

function ConfirmPrice({ effect, input, onClose }: ConfirmProps) {
  const t = useTariffsText()
  const { send } = useSending('billing')
  const [isBusy, setIsBusy] = useState(false)
  const set = () => {
    setIsBusy(true)
    void send(consoleTariffs.price, input, () => t('priceSet')).then((isTaken) => {
      setIsBusy(false)
      if (isTaken) onClose()
    })
  }
  return (
    <Dialog title={t('effect')} isOpen isWide onClose={onClose}>
      <EffectSummary effect={effect} />
      <DialogButtons>
        <Button look="primary" isPending={isBusy} onPress={set}>
          {t('applyPrice')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
