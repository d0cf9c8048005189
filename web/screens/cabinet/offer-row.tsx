import { useState } from 'react'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { promotions } from '#contract/billing/promotions.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { call } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { useCabinetText } from './cabinet-text.ts'
import type { SubscriptionItem } from './cabinet-rules.ts'
import { type GiftFacts, giftWords } from './gift-words.ts'
import { useMoneyText } from './money-text.ts'
import styles from './cabinet-screen.module.css'

interface OfferRowProps {
  readonly offer: ResponseOf<typeof promotions.offers>['promotions']['item'][number]
  readonly tariffs: GiftFacts['tariffs']
  /** What the subscriber has. */
  readonly own: readonly SubscriptionItem[]
  readonly onChange: () => void
}

/**
 * One offer, free days or a cheap first period: what it gives, what it costs now and later. Each account may use it
 * once.
 */
export function OfferRow({ offer, tariffs, own, onChange }: OfferRowProps) {
  const t = useMoneyText()
  const cabinet = useCabinetText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [request, setRequest] = useState(false)
  const [problem, setProblem] = useState<string>()
  const now =
    offer.price > 0 ? t('takesNow', { price: formatMoney(offer.price, language) }) : t('takesNothing')
  const isBase = tariffs.some((one) => one.tariff_id === offer.tariff_id && one.is_base === 1)
  // An account may have only one base tariff (SUB-03): this is said before the offer is accepted. Free days are not lost by
  // paying first: they come behind the paid time of the tariff that there is.
  const areFreeDays = offer.kind === 'free_days'
  const otherBase =
    isBase && !areFreeDays
      ? own.find((one) => one.is_base === 1 && one.tariff_id !== offer.tariff_id)
      : undefined
  const { what, later } = giftWords(offer, { tariffs, own, areFreeDays, language, nowSec }, t)
  const take = async () => {
    const result = await call(promotions.take, { kind: offer.kind })
    setRequest(false)
    if (result.kind !== 'ok')
      return setProblem(result.kind === 'refused' ? result.message : cabinet('noConnection'))
    setProblem(undefined)
    showToast(t('activated', { name: offer.name }))
    onChange()
  }
  return (
    <li className={styles.offer} data-offer={offer.kind}>
      <div>
        <h3 className={styles.name}>{offer.name}</h3>
        <p className={styles.text}>{what}</p>
        <p className={styles.meta}>
          {later} {t('onceOnly')}
        </p>
        <p className={styles.wrong} role="alert">
          {problem}
        </p>
      </div>
      {offer.is_used === 1 ? (
        <p className={classes(styles.state, styles.off)}>{t('isUsed')}</p>
      ) : otherBase === undefined ? (
        <Button onClick={() => setRequest(true)}>{t('connect')}</Button>
      ) : (
        <p className={styles.state}>{t('otherBase', { tariff: otherBase.name })}</p>
      )}
      <ConfirmDialog
        open={request}
        title={t('askOffer', { name: offer.name })}
        text={`${now} ${later}`}
        action={t('connect')}
        cancel={cabinet('cancel')}
        onConfirm={take}
        onClose={() => setRequest(false)}
      />
    </li>
  )
}
