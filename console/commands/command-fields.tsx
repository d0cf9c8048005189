/** What a device is made to do, and the fields of that. */
import { useId, useState } from 'react'
import { type CommandKind, commandKinds, consoleCommands } from '#contract/console/commands.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import type { FormField } from '#console/session/use-form.ts'
import { TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { useCommandsText } from './commands-text.ts'

const initial = { text_ru: '', text_uz: '', stays_sec: '30', channel_id: '', expires_min: '10' }
type Name = keyof typeof initial

export interface CommandDraft {
  readonly kind: CommandKind
  readonly isReady: boolean
  /** As the endpoints want it. */
  readonly input: {
    readonly kind: CommandKind
    readonly text_ru: string
    readonly text_uz: string
    readonly stays_sec: string
    readonly channel_id: string | number
    readonly expires_min: string
  }
  setKind(kind: CommandKind): void
  set(name: Name, value: string): void
  field(name: Name): FormField
}

/** A command as it is written. */
export function useCommandDraft(): CommandDraft {
  const id = useId()
  const [kind, setKind] = useState<CommandKind>('message')
  const [values, setValues] = useState(initial)
  const set = (name: Name, value: string) => setValues((before) => ({ ...before, [name]: value }))
  const t = useCommandsText()
  const problems = {
    stays_sec: kind === 'message' && !isWithin(values.stays_sec, 5, 300) ? t('staysRange') : undefined,
    expires_min:
      kind !== 'sign_out' && !isWithin(values.expires_min, 1, 1440) ? t('expiresRange') : undefined,
  }
  const isFilled =
    kind === 'message'
      ? values.text_ru.trim() !== '' && values.text_uz.trim() !== ''
      : kind !== 'channel' || values.channel_id !== ''
  return {
    ...{ kind, setKind, set },
    isReady: isFilled && problems.stays_sec === undefined && problems.expires_min === undefined,
    input: {
      ...{ kind, ...values, channel_id: values.channel_id === '' ? 0 : values.channel_id },
      // A field that is not shown is not sent as it was typed.
      stays_sec: kind === 'message' ? values.stays_sec : initial.stays_sec,
      expires_min: kind === 'sign_out' ? initial.expires_min : values.expires_min,
    },
    field: (name) => ({
      ...{ id: `${id}${name}`, name, value: values[name] },
      problem: name === 'stays_sec' || name === 'expires_min' ? problems[name] : undefined,
      onChange: (value) => set(name, value),
    }),
  }
}

function isWithin(typed: string, min: number, max: number): boolean {
  const text = typed.trim()
  return /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max
}

/** The fields of the chosen kind. */
export function CommandFields({ draft }: { readonly draft: CommandDraft }) {
  const t = useCommandsText()
  const { kind } = draft
  return (
    <>
      <Picker<CommandKind>
        label={t('kind')}
        value={kind}
        choices={commandKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={draft.setKind}
      />
      {kind === 'message' ? (
        <>
          <TextArea field={draft.field('text_ru')} label={t('textRu')} rows={2} lang="ru" />
          <TextArea field={draft.field('text_uz')} label={t('textUz')} rows={2} lang="uz" />
          <TextField
            field={draft.field('stays_sec')}
            label={t('stays')}
            hint={t('staysHint')}
            inputMode="numeric"
          />
        </>
      ) : null}
      {kind === 'channel' ? <ChannelPicker draft={draft} /> : null}
      {kind === 'sign_out' ? null : (
        <TextField
          field={draft.field('expires_min')}
          label={t('expires')}
          hint={t('expiresHint')}
          inputMode="numeric"
        />
      )}
    </>
  )
}

function ChannelPicker({ draft }: { readonly draft: CommandDraft }) {
  const t = useCommandsText()
  const language = useLanguage() === 'uz' ? 'uz' : 'ru'
  const channels = useCall(consoleCommands.choices, {}).data?.channels ?? []
  return (
    <Picker<string>
      label={t('channel')}
      value={String(draft.input.channel_id === 0 ? '' : draft.input.channel_id)}
      choices={[
        { value: '', label: t('chooseChannel') },
        ...channels.map(({ id, number, name }) => ({
          value: String(id),
          label: `${number}. ${name[language]}`,
        })),
      ]}
      onChange={(value) => draft.set('channel_id', value)}
    />
  )
}
