import { useState } from 'react'
import { consoleAlarms } from '#contract/console/alarms.ts'
import { useForm } from '#console/session/use-form.ts'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useAlarmsText } from './alarms-text.ts'
import { useAlarmAct, useAlarmRefresh } from './use-alarm-act.ts'

const spans = ['60', '240', '1440', '10080'] as const
type Span = (typeof spans)[number]

/** What is muted: an alarm, or a channel in all alarms. */
export type MuteSubject = { readonly alarm: number } | { readonly channel: number }

/** The button that mutes, or ends the mute, and the dialog that asks for how long and why. */
export function MuteButton({
  subject,
  isMuted,
}: {
  readonly subject: MuteSubject
  readonly isMuted: boolean
}) {
  const t = useAlarmsText()
  const act = useAlarmAct()
  const [isOpen, setIsOpen] = useState(false)
  if (isMuted)
    return (
      <Button
        onPress={() =>
          void ('alarm' in subject
            ? act(consoleAlarms.unmute, { alarm_id: subject.alarm }, t('unmuted'))
            : act(consoleAlarms.unmuteChannel, { cid: subject.channel }, t('unmuted')))
        }
      >
        {t('unmute')}
      </Button>
    )
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{t('mute')}</Button>
      <Dialog
        title={t('alarm' in subject ? 'muteAlarm' : 'muteChannel')}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <MuteForm subject={subject} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function MuteForm({ subject, onClose }: { readonly subject: MuteSubject; readonly onClose: () => void }) {
  const t = useAlarmsText()
  const common = useText()
  const refresh = useAlarmRefresh()
  const [span, setSpan] = useState<Span>('60')
  const options = {
    onDone: () => {
      showToast(t('muted'))
      onClose()
      void refresh()
    },
  }
  const initial = { reason: '' }
  const ofAlarm = useForm(consoleAlarms.mute, initial, {
    ...options,
    toInput: ({ reason }) => ({
      alarm_id: 'alarm' in subject ? subject.alarm : 0,
      minutes: Number(span),
      reason,
    }),
  })
  const ofChannel = useForm(consoleAlarms.muteChannel, initial, {
    ...options,
    toInput: ({ reason }) => ({
      cid: 'channel' in subject ? subject.channel : 0,
      minutes: Number(span),
      reason,
    }),
  })
  const form = 'alarm' in subject ? ofAlarm : ofChannel
  return (
    <form onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <Picker<Span>
          label={t('muteFor')}
          value={span}
          choices={spans.map((value) => ({ value, label: t(`for.${value}`) }))}
          onChange={setSpan}
        />
        <TextField
          field={form.field('reason')}
          label={t('reason')}
          hint={t('reasonHint')}
          autoComplete="off"
        />
      </FormBody>
      <DialogButtons>
        <Button onPress={onClose}>{common('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={form.isBusy}>
          {t('mute')}
        </Button>
      </DialogButtons>
    </form>
  )
}
