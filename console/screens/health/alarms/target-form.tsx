import { useState } from 'react'
import { alarmLanguages, alarmTargetKinds, consoleAlarms } from '#contract/console/alarms.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useAlarmsText } from './alarms-text.ts'
import { useAlarmRefresh } from './use-alarm-act.ts'

type Settings = ResponseOf<typeof consoleAlarms.rules>
type Kind = (typeof alarmTargetKinds)[number]
type MessageLanguage = (typeof alarmLanguages)[number]

interface TargetFormProps {
  /** Undefined for a new one. */
  readonly target: Settings['targets'][number] | undefined
  readonly canSend: Settings['can_send']
  readonly onClose: () => void
}

export function TargetForm({ target, canSend, onClose }: TargetFormProps) {
  const t = useAlarmsText()
  const common = useText()
  const refresh = useAlarmRefresh()
  const own = useLanguage()
  const [kind, setKind] = useState<Kind>(target?.kind ?? 'telegram')
  const [language, setLanguage] = useState<MessageLanguage>(target?.language ?? own)
  const initial = { name: target?.name ?? '', address: target?.address ?? '', secret: '' }
  const hasSecret = kind === 'telegram' || kind === 'webhook'
  const form = useForm(consoleAlarms.saveTarget, initial, {
    toInput: ({ name, address, secret }) => ({
      ...{ target_id: target?.target_id ?? null, kind, language, name, address },
      secret: hasSecret ? secret : '',
    }),
    failureFields: { alarm_target_address: 'address', alarm_target_secret: 'secret' },
    onDone: () => {
      showToast(common('common.saved'))
      onClose()
      void refresh()
    },
  })
  const isMissing = (kind === 'email' && !canSend.email) || (kind === 'sms' && !canSend.sms)
  return (
    <form onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <Picker<Kind>
          label={t('way')}
          value={kind}
          choices={alarmTargetKinds.map((value) => ({ value, label: t(`way.${value}`) }))}
          onChange={setKind}
        />
        {isMissing ? <p role="status">{t(kind === 'email' ? 'noMail' : 'noSms')}</p> : null}
        <TextField field={form.field('name')} label={t('name')} autoComplete="off" />
        <TextField
          field={form.field('address')}
          label={t(`address.${kind}`)}
          hint={t(`hint.${kind}`)}
          autoComplete="off"
        />
        {hasSecret ? (
          <TextField
            field={form.field('secret')}
            label={t(kind === 'telegram' ? 'secret.telegram' : 'secret.webhook')}
            hint={target?.has_secret === true ? `${t('secretHint')} ${t('secretStays')}` : t('secretHint')}
            type="password"
            autoComplete="off"
          />
        ) : null}
        <Picker<MessageLanguage>
          label={t('language')}
          value={language}
          choices={alarmLanguages.map((value) => ({ value, label: t(`language.${value}`) }))}
          onChange={setLanguage}
        />
      </FormBody>
      <DialogButtons>
        <Button onPress={onClose}>{common('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={form.isBusy}>
          {common('common.save')}
        </Button>
      </DialogButtons>
    </form>
  )
}
