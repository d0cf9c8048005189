import { consoleWebhooks } from '#contract/console/webhooks.ts'
import { localMoment, secOfMoment } from '#console/i18n/moments.ts'
import { useNowSec } from '#console/session/now.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useIntegrationsText } from './integrations-text.ts'

interface ReplayDialogProps {
  readonly webhookId: number
  readonly onClose: () => void
}

/** Sends the events of a webhook again from a moment on. */
export function ReplayDialog({ webhookId, onClose }: ReplayDialogProps) {
  const t = useIntegrationsText()
  const common = useText()
  const nowSec = useNowSec()
  const form = useForm(
    consoleWebhooks.replayFrom,
    { from: localMoment(nowSec - 3600) },
    {
      changes: [consoleWebhooks.deliveries],
      toInput: ({ from }) => ({ webhook_id: webhookId, from: secOfMoment(from) ?? '' }),
      onDone: ({ count }) => {
        showToast(t('replayCount', { count }))
        onClose()
      },
    },
  )
  return (
    <Dialog title={t('replayFrom')} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField
            field={form.field('from')}
            label={t('from')}
            hint={t('replayFromText')}
            type="datetime-local"
            isFocused
          />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {t('again')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
