import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleCommands, reloadedDevices } from '#contract/console/commands.ts'
import { formatNumber } from '#contract/form/money.ts'
import { useCommandsText } from '#console/commands/commands-text.ts'
import { call } from '#console/session/call.ts'
import { CallError } from '#console/session/call-error.ts'
import { keyOf, useAct } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { showToast } from '#console/ui/toast.tsx'

/** Loads the clients of subscribers again. */
export function ReloadClients() {
  const t = useCommandsText()
  const mayAct = useMay()('health', 'act')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayAct) return null
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{t('reloadClients')}</Button>
      {isOpen ? <ReloadDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

const refreshMs = 5000

/** What runs now, and can be stopped. */
export function RunningReloads() {
  const t = useCommandsText()
  const mayAct = useMay()('health', 'act')
  const { data } = useQuery({
    queryKey: keyOf(consoleCommands.reloads, {}),
    queryFn: ({ signal }) => call(consoleCommands.reloads, {}, { signal }),
    refetchInterval: refreshMs,
    enabled: mayAct,
  })
  const { mutate, isPending } = useAct(consoleCommands.stopReload, {
    changes: [consoleCommands.reloads],
    onDone: () => showToast(t('stopped')),
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  return data?.reloads.map((one) => (
    <Section
      key={one.command_batch_id}
      title={t('reloadRuns', { reached: one.reached + one.left_out, recipients: one.recipients })}
      acts={
        <Button
          look="danger"
          isPending={isPending}
          onPress={() => mutate({ command_batch_id: one.command_batch_id })}
        >
          {t('stop')}
        </Button>
      }
    >
      <p>{[one.by, one.reason].filter((text) => text !== '').join(': ')}</p>
    </Section>
  ))
}

type Devices = (typeof reloadedDevices)[number]

function ReloadDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useCommandsText()
  const base = useText()
  const [asksCount, setAsksCount] = useState(false)
  const form = useForm(
    consoleCommands.reload,
    { devices: 'all', reason: '', everybody: '' },
    {
      changes: [consoleCommands.reloads],
      failureFields: { segment_is_everybody: 'everybody' },
      toInput: ({ devices, reason, everybody }) => ({
        ...{ devices: devices as Devices, reason, everybody: everybody.replace(/\s/g, '') || 0 },
      }),
      onFailed: (error) => {
        if (error instanceof CallError && error.failure === 'segment_is_everybody') setAsksCount(true)
      },
      onDone: ({ recipients }) => {
        showToast(t('reloadStarted', { count: formatNumber(recipients) }))
        onClose()
      },
    },
  )
  return (
    <Dialog title={t('reloadClients')} isOpen onClose={onClose} role="alertdialog">
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <p>{t('reloadText')}</p>
          <Picker<string>
            label={t('devices')}
            value={form.values.devices}
            choices={reloadedDevices.map((value) => ({ value, label: t(`devices.${value}`) }))}
            onChange={(value) => form.set('devices', value)}
          />
          <TextArea field={form.field('reason')} label={t('reason')} rows={2} />
          {asksCount ? (
            <TextField field={form.field('everybody')} label={t('everybodyCount')} inputMode="numeric" />
          ) : null}
          <DialogButtons>
            <Button onPress={onClose}>{base('common.cancel')}</Button>
            <Button type="submit" look="danger" isPending={form.isBusy}>
              {t('reloadNow')}
            </Button>
          </DialogButtons>
        </FormBody>
      </form>
    </Dialog>
  )
}
