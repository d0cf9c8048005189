import { consoleApps } from '#contract/console/apps.ts'
import { appPlatforms, playerEngines } from '#contract/site/apps.ts'
import { useText } from '#console/session/text.ts'
import { type ConsoleForm, useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useAppsText } from './apps-text.ts'
import styles from './apps.module.css'

const initial = {
  ...{ platform: 'webos', model: '', firmware_from: '', firmware_to: '', version_from: '', version_to: '' },
  ...{ engine: '', low_latency: '', previews: '', max_height: '', reason: '' },
}
type Values = Readonly<Record<keyof typeof initial, string>>

function inputOf(values: Values) {
  const onOrOff = (value: string) => (value === '' ? null : value === 'on')
  return {
    platform: appPlatforms.find((one) => one === values.platform) ?? 'webos',
    model: values.model,
    firmware: { from: values.firmware_from.trim(), to: values.firmware_to.trim() },
    version: { from: values.version_from.trim(), to: values.version_to.trim() },
    engine: playerEngines.find((one) => one === values.engine) ?? null,
    low_latency: onOrOff(values.low_latency),
    previews: onOrOff(values.previews),
    max_height: values.max_height.trim() === '' ? null : values.max_height.trim(),
    reason: values.reason,
  }
}

/** Adds a switch. */
export function SwitchDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useAppsText()
  const base = useText()
  const form = useForm<typeof consoleApps.addSwitch, Values>(consoleApps.addSwitch, initial, {
    changes: [consoleApps.list],
    toInput: inputOf,
    onDone: () => {
      showToast(t('added'))
      onClose()
    },
  })
  return (
    <Dialog title={t('addTitle')} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <Picker<string>
            label={t('platform')}
            value={form.values.platform}
            choices={appPlatforms.map((value) => ({ value, label: t(`platform.${value}`) }))}
            onChange={(value) => form.set('platform', value)}
          />
          <TextField field={form.field('model')} label={t('model')} hint={t('modelHint')} />
          <div className={styles['pair']}>
            <TextField field={form.field('firmware_from')} label={t('firmwareFrom')} />
            <TextField field={form.field('firmware_to')} label={t('firmwareTo')} />
            <TextField field={form.field('version_from')} label={t('versionFrom')} />
            <TextField field={form.field('version_to')} label={t('versionTo')} />
          </div>
          <Effects form={form} />
          <TextField field={form.field('reason')} label={t('reason')} />
          <DialogButtons>
            <Button onPress={onClose}>{base('common.cancel')}</Button>
            <Button type="submit" look="primary" isPending={form.isBusy}>
              {t('add')}
            </Button>
          </DialogButtons>
        </FormBody>
      </form>
    </Dialog>
  )
}

function Effects({ form }: { readonly form: ConsoleForm<Values> }) {
  const t = useAppsText()
  const states = [
    { value: '', label: t('same') },
    { value: 'on', label: t('on') },
    { value: 'off', label: t('off') },
  ]
  return (
    <>
      <Picker<string>
        label={t('engine')}
        value={form.values.engine}
        choices={[
          { value: '', label: t('same') },
          ...playerEngines.map((value) => ({ value, label: t(`engine.${value}`) })),
        ]}
        onChange={(value) => form.set('engine', value)}
      />
      <div className={styles['pair']}>
        <Picker<string>
          label={t('lowLatency')}
          value={form.values.low_latency}
          choices={states}
          onChange={(value) => form.set('low_latency', value)}
        />
        <Picker<string>
          label={t('previews')}
          value={form.values.previews}
          choices={states}
          onChange={(value) => form.set('previews', value)}
        />
      </div>
      <TextField
        field={form.field('max_height')}
        label={t('maxHeight')}
        hint={t('maxHeightHint')}
        inputMode="numeric"
      />
    </>
  )
}
