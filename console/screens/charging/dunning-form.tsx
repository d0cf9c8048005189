import { consoleCharging } from '#contract/console/charging.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { showToast } from '#console/ui/toast.tsx'
import type { ChargingState } from './charging-state.ts'
import { useChargingText } from './charging-text.ts'
import styles from './charging.module.css'

/** When subscribers are reminded, and when a refused card is tried again. */
export function DunningForm({ dunning }: { readonly dunning: ChargingState['dunning'] }) {
  const t = useChargingText()
  const initial = {
    before_days: dunning.before_days.join(', '),
    after_days: dunning.after_days.join(', '),
    retry_days: dunning.retry_days.join(', '),
    retry_from: String(dunning.retry_from),
    retry_until: String(dunning.retry_until),
  }
  const form = useForm(consoleCharging.saveDunning, initial, {
    changes: [consoleCharging.state],
    toInput: ({ retry_from: from, retry_until: until, ...days }) => ({
      ...days,
      version: dunning.version,
      retry_from: hourIn(from),
      retry_until: hourIn(until),
    }),
    failureFields: { dunning_hours: 'retry_until' },
    onDone: () => showToast(t('saved')),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <div className={styles['fields']}>
          <TextField field={form.field('before_days')} label={t('before')} hint={t('beforeHint')} />
          <TextField field={form.field('after_days')} label={t('after')} hint={t('afterHint')} />
          <TextField field={form.field('retry_days')} label={t('retry')} hint={t('retryHint')} />
          <TextField field={form.field('retry_from')} label={t('from')} inputMode="numeric" />
          <TextField field={form.field('retry_until')} label={t('until')} inputMode="numeric" />
        </div>
        <div>
          <Button look="primary" type="submit" isPending={form.isBusy}>
            {t('save')}
          </Button>
        </div>
      </FormBody>
    </form>
  )
}

/** Not a number for everything that is none: the field is refused then. */
function hourIn(written: string): number {
  return written.trim() === '' ? NaN : Number(written)
}
