import { consoleTemplates } from '#contract/console/templates.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useCall } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useMessagesText } from './messages-text.ts'
import styles from './messages.module.css'

/** What holds for all campaigns. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessagesText()
  const { data, error, refetch } = useCall(consoleTemplates.settings, {})
  return (
    <Dialog title={t('rules')} isOpen onClose={onClose}>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <SettingsForm settings={data} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface SettingsFormProps {
  readonly settings: ResponseOf<typeof consoleTemplates.settings>
  readonly onClose: () => void
}

function SettingsForm({ settings, onClose }: SettingsFormProps) {
  const t = useMessagesText()
  const base = useText()
  const initial = {
    ...{ cap_count: String(settings.cap_count), cap_days: String(settings.cap_days) },
    ...{ sms_price: String(settings.sms_price), sms_per_minute: String(settings.sms_per_minute) },
  }
  const form = useForm(consoleTemplates.saveSettings, initial, {
    changes: [consoleTemplates.settings],
    toInput: ({ sms_price: price, ...values }) => ({
      ...values,
      sms_price: price.trim() === '' ? Number.NaN : Number(price.replace(',', '.')),
    }),
    onDone: () => {
      showToast(t('saved'))
      onClose()
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <p className={styles['quiet']}>{t('rulesText')}</p>
        <div className={styles['pair']}>
          <TextField
            field={form.field('cap_count')}
            label={t('capCount')}
            hint={t('capCountHint')}
            inputMode="numeric"
          />
          <TextField field={form.field('cap_days')} label={t('capDays')} inputMode="numeric" />
          <TextField field={form.field('sms_price')} label={t('smsPrice')} inputMode="numeric" />
          <TextField field={form.field('sms_per_minute')} label={t('smsPerMinute')} inputMode="numeric" />
        </div>
        {settings.can_sms ? null : <p className={styles['quiet']}>{t('noGateway')}</p>}
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {t('save')}
          </Button>
        </DialogButtons>
      </FormBody>
    </form>
  )
}
