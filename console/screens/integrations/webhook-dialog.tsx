import { useState } from 'react'
import { consoleWebhooks } from '#contract/console/webhooks.ts'
import { outsideEventTypes, type OutsideEventType } from '#contract/form/outside-events.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { CheckList } from '#console/ui/check-list.tsx'
import { useIntegrationsText } from './integrations-text.ts'
import type { Webhook } from './integrations-data.ts'

interface WebhookDialogProps {
  /** Undefined for a new one. */
  readonly webhook: Webhook | undefined
  /** With the secret of a new one, which is shown once; '' for one that was changed. */
  readonly onSaved: (secret: string) => void
  readonly onClose: () => void
}

/** Makes a webhook, or changes one. */
export function WebhookDialog({ webhook, onSaved, onClose }: WebhookDialogProps) {
  const t = useIntegrationsText()
  const common = useText()
  const [events, setEvents] = useState<readonly OutsideEventType[]>(webhook?.events ?? outsideEventTypes)
  const [isOn, setIsOn] = useState(webhook?.is_on ?? true)
  const form = useForm(
    consoleWebhooks.save,
    { name: webhook?.name ?? '', address: webhook?.address ?? '' },
    {
      changes: [consoleWebhooks.list],
      toInput: ({ name, address }) => ({
        ...{ webhook_id: webhook?.webhook_id ?? null, name, address },
        ...{ events: [...events], is_on: isOn },
      }),
      failureFields: { webhook_address: 'address' },
      onDone: ({ secret }) => {
        showToast(t('saved'))
        onSaved(secret)
      },
    },
  )
  const title = webhook === undefined ? t('newHook') : t('editOf', { name: webhook.name })
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField field={form.field('name')} label={t('name')} autoComplete="off" isFocused />
          <TextField
            field={form.field('address')}
            label={t('address')}
            hint={t('addressHint')}
            autoComplete="off"
          />
          <CheckList
            label={t('events')}
            choices={outsideEventTypes.map((value) => ({ value, text: t(`event.${value}`) }))}
            chosen={events}
            onChange={setEvents}
          />
          <CheckList
            label={t('sending')}
            choices={[{ value: 'on', text: t('isOn') }]}
            chosen={isOn ? ['on'] : []}
            onChange={(chosen) => setIsOn(chosen.length > 0)}
          />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy} isDisabled={events.length === 0}>
            {t('save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
