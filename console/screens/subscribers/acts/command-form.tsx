import { consoleCommands } from '#contract/console/commands.ts'
import { CommandFields, useCommandDraft } from '#console/commands/command-fields.tsx'
import { useCommandsText } from '#console/commands/commands-text.ts'
import { ActForm } from './act-form.tsx'

interface CommandFormProps {
  readonly accountId: number
  readonly deviceId: number
  readonly onClose: () => void
}

/** A command to one device. */
export function CommandForm({ accountId, deviceId, onClose }: CommandFormProps) {
  const t = useCommandsText()
  const draft = useCommandDraft()
  return (
    <ActForm
      endpoint={consoleCommands.device}
      name={t('give')}
      isDangerous={draft.kind === 'sign_out'}
      isReady={draft.isReady}
      toInput={(common) => ({ ...common, account_id: accountId, device_id: deviceId, ...draft.input })}
      effect={<p>{t(`effect.${draft.kind}`)}</p>}
      onClose={onClose}
    >
      <CommandFields draft={draft} />
    </ActForm>
  )
}
