/** Pauses of a tariff: begun with its end shown before, and ended. */
import { useState } from 'react'
import { consoleSubscriberActs as acts } from '#contract/console/subscriber-acts.ts'
import { formatDate } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import type { SubscriberCard } from '#console/screens/subscribers/words/subscriber-words.ts'
import { ActForm, useTextState, wholeOf } from './act-form.tsx'
import { useActsText } from './acts-text.ts'
import type { Desk, FormProps } from './give-forms.tsx'
import styles from './acts.module.css'

type Tariff = Pick<SubscriberCard['tariffs'][number], 'tariff_id'>

/** Pauses a tariff for so many days. */
export function PauseForm({
  card: { account_id: accountId },
  desk,
  tariff,
  rule,
  onClose,
}: FormProps & { readonly tariff: Tariff; readonly rule: Desk['pauses'][number] }) {
  const t = useActsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const field = useTextState('pause-days', String(rule.min_days))
  const days = wholeOf(field.value)
  const { data, error } = useCall(
    acts.pauseEffect,
    { account_id: accountId, tariff_id: tariff.tariff_id, days },
    { isEnabled: days >= 1 && days <= 366 },
  )
  const date = (sec: number) => formatDate(sec, language, nowSec)
  const isShown = data !== undefined && error === null && days >= 1 && days <= 366
  return (
    <ActForm
      endpoint={acts.pause}
      name={t('pause')}
      isReady={isShown}
      toInput={(common) => ({
        ...common,
        ...{ account_id: accountId, seen: data?.seen ?? desk.seen, tariff_id: tariff.tariff_id, days },
      })}
      effect={
        <>
          {isShown ? (
            <p>
              {t('effect.pause', {
                until: date(data.until),
                before: date(data.before),
                after: date(data.after),
              })}
            </p>
          ) : null}
          {isShown && data.others.length > 0 ? (
            <p>{t('effect.pauseOthers', { names: data.others.map((one) => one[language]).join(', ') })}</p>
          ) : null}
          {error === null ? null : <p className={styles['problem']}>{error.message}</p>}
        </>
      }
      onClose={onClose}
    >
      <TextField
        field={field}
        label={t('pauseDays')}
        hint={`${t('pauseRule', { min: rule.min_days, max: rule.max_days })}${rule.is_once ? ` ${t('pauseOnce')}` : ''}`}
        inputMode="numeric"
        autoComplete="off"
        isFocused
      />
    </ActForm>
  )
}

interface EndPauseProps {
  readonly accountId: number
  readonly tariff: Tariff
  readonly onClose: () => void
}

/** Ends the pause of a tariff. */
export function EndPauseForm({ accountId, tariff, onClose }: EndPauseProps) {
  const t = useActsText()
  const { data: desk, error, refetch } = useCall(acts.desk, { account_id: accountId })
  return (
    <ActForm
      endpoint={acts.endPause}
      name={t('pauseEnd')}
      isReady={desk !== undefined}
      toInput={(common) => ({
        ...common,
        ...{ account_id: accountId, seen: desk?.seen ?? 0, tariff_id: tariff.tariff_id },
      })}
      effect={
        desk === undefined && error !== null ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : desk === undefined ? (
          <Skeleton lines={1} />
        ) : (
          <p>{t('effect.pauseEnd')}</p>
        )
      }
      onClose={onClose}
    />
  )
}

/** The button that ends a pause, where a pause is why nothing plays. */
export function EndPause({ accountId, tariffId }: { readonly accountId: number; readonly tariffId: number }) {
  const t = useActsText()
  const [isOpen, setIsOpen] = useState(false)
  const mayAct = useMay()('subscribers', 'act')
  if (!mayAct) return null
  return (
    <div>
      <Button look="primary" onPress={() => setIsOpen(true)}>
        {t('pauseEnd')}
      </Button>
      {isOpen ? (
        <EndPauseForm
          accountId={accountId}
          tariff={{ tariff_id: tariffId }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  )
}
