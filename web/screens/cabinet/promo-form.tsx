import { useState } from 'react'
import type { CallResult } from '#contract/client.ts'
import { promotions } from '#contract/billing/promotions.ts'
import { TextField } from '#web/features/forms/fields.tsx'
import { call } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { useCabinetText } from './cabinet-text.ts'
import type { SubscriptionItem } from './cabinet-rules.ts'
import { giftWords, type Gift, type GiftFacts } from './gift-words.ts'
import { useMoneyText } from './money-text.ts'
import styles from './cabinet-screen.module.css'
import { Form } from '#web/features/forms/form.tsx'

interface PromoFormProps {
  readonly tariffs: GiftFacts['tariffs']
  /** What the subscriber has. */
  readonly own: readonly SubscriptionItem[]
  readonly onChange: () => void
}

/** A promo code: it can be checked first or activated at once; problems are shown beside the field. */
export function PromoForm({ tariffs, own, onChange }: PromoFormProps) {
  const t = useMoneyText()
  const language = useLanguage()
  const form = usePromoCode(onChange)
  const nowSec = useNowSec()
  const facts = { tariffs, own, areFreeDays: false, language, nowSec }
  const words = form.gift === null ? null : giftWords(form.gift, facts, t)
  return (
    <Form className={styles.promo} isBusy={form.busy} onSubmit={() => void form.activate()}>
      <TextField
        name="code"
        label={t('code')}
        value={form.code}
        problem={form.problem}
        autoComplete="off"
        maxLength={100}
        onChange={form.write}
      />
      {form.gift !== null && words !== null && (
        <div role="status">
          <p>{t('gives', { name: form.gift.name, what: words.what })}</p>
          {words.later !== '' && <p className={styles.meta}>{words.later}</p>}
        </div>
      )}
      <div className={styles.controls} data-row="">
        <Button disabled={form.busy} onClick={() => void form.check()}>
          {t('checkCode')}
        </Button>
        <Button type="submit" disabled={form.busy}>
          {t('activate')}
        </Button>
      </div>
    </Form>
  )
}

function usePromoCode(onChange: () => void) {
  const t = useMoneyText()
  const cabinet = useCabinetText()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [gift, setGift] = useState<Gift | null>(null)
  const [busy, setBusy] = useState(false)
  const ask = async <Data,>(question: (code: string) => Promise<CallResult<Data>>): Promise<Data | null> => {
    setProblem(code.trim() === '' ? t('needCode') : undefined)
    if (code.trim() === '') return null
    setBusy(true)
    const result = await question(code.trim())
    setBusy(false)
    if (result.kind === 'ok') return result.data
    setGift(null)
    setProblem(
      result.kind === 'refused'
        ? (result.fields.find(({ field }) => field === 'code')?.message ?? result.message)
        : cabinet('noConnection'),
    )
    return null
  }
  return {
    code,
    problem,
    gift,
    busy,
    write: (text: string) => {
      setCode(text)
      setProblem(undefined)
      setGift(null)
    },
    check: async () => {
      const result = await ask((text) => call(promotions.check, { code: text }))
      if (result !== null) setGift(result.promotion)
    },
    activate: async () => {
      const done = await ask((text) => call(promotions.activate, { code: text }))
      if (done === null) return
      setCode('')
      setGift(null)
      showToast(t('activated', { name: done.promotion.name }))
      onChange()
    },
  }
}
