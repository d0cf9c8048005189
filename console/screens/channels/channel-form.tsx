import { useEffect, useRef, useState } from 'react'
import { channelLanguages } from '#contract/console/channel-rules.ts'
import { consoleChannels } from '#contract/console/channels.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import { useChangeText } from '#console/changes/change-text.ts'
import { useContentRefresh, useUndo } from '#console/changes/use-undo.ts'
import { CallError } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useText } from '#console/session/text.ts'
import { type ConsoleForm, useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import type { Category, Channel } from './channel-filter.ts'
import { CategoryPicker, KindPicker, QualityPicker } from './channel-pickers.tsx'
import { useChannelsText } from './channels-text.ts'
import { ArchiveForecast } from './archive-forecast.tsx'
import styles from './channels.module.css'

const flags = ['is_enabled', 'is_hidden', 'is_social', 'open_to_guests', 'low_latency'] as const
const booleans = [...flags, 'is_radio'] as const
const texts = [
  'name_ru',
  'name_uz',
  'number',
  'archive_days',
  'tvg_id',
  'guide_shift_min',
  'category_id',
  'languages',
  'quality',
] as const
const numeric: ReadonlySet<string> = new Set(['number', 'archive_days', 'guide_shift_min', 'category_id'])
type Values = Record<(typeof booleans)[number] | (typeof texts)[number], string>
type Edit = InputOf<typeof consoleChannels.edit>

interface ChannelFormProps {
  readonly channel: Channel
  readonly categories: readonly Category[]
}

/**
 * The fields of a channel. A newer version, read while nothing is typed, is shown at once; what was typed stays, and is
 * compared with the newer version when it is saved.
 */
export function ChannelForm({ channel, categories }: ChannelFormProps) {
  const [shown, setShown] = useState(channel)
  return (
    <Fields
      key={shown.version}
      channel={shown}
      latest={channel}
      categories={categories}
      onRenewed={() => setShown(channel)}
    />
  )
}

interface FieldsProps extends ChannelFormProps {
  /** The channel as it was read last; `channel` is the one that the form began with. */
  readonly latest: Channel
  readonly onRenewed: () => void
}

/** Only what differs is sent, with the version that was shown. */
function Fields({ channel, latest, categories, onRenewed }: FieldsProps) {
  const t = useChannelsText()
  const common = useText()
  const refresh = useContentRefresh()
  const undo = useUndo()
  const [conflict, setConflict] = useState<{ readonly message: string; readonly input: Edit }>()
  const editOf = (values: Values): Edit => ({
    edits: [{ cid: channel.cid, version: channel.version, fields: differing(channel, values) }],
  })
  const isSettled = useRef(false)
  const onDone = ({ change_id: changeId }: { readonly change_id: number }) => {
    setConflict(undefined)
    isSettled.current = changeId > 0
    showToast(common('common.saved'), changeId === 0 ? {} : { onUndo: () => void undo(changeId) })
    void refresh()
  }
  const form = useForm<typeof consoleChannels.edit, Values>(consoleChannels.edit, initialOf(channel), {
    toInput: editOf,
    failureFields: { number_twice: 'number', category_not_found: 'category_id' },
    onDone,
    onFailed: (error) => {
      if (error instanceof CallError && error.failure === 'changed_since')
        setConflict({ message: error.message, input: editOf(form.values) })
      void refresh()
    },
  })
  const isTyped = Object.keys(differing(channel, form.values)).length > 0
  useEffect(() => {
    if (latest.version !== channel.version && (isSettled.current || !isTyped)) onRenewed()
  })
  return (
    <Section title={t('column.name')}>
      <form className={styles['form']} onSubmit={form.submit}>
        <TextFields channel={channel} categories={categories} form={form} />
        <Flags form={form} />
        {form.problem === undefined ? null : <p role="alert">{form.problem}</p>}
        <div className={styles['formActs']}>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </div>
      </form>
      {conflict === undefined ? null : (
        <ConflictDialog
          {...conflict}
          latest={latest}
          categories={categories}
          onDone={onDone}
          onTakeTheirs={() => {
            isSettled.current = true
            setConflict(undefined)
            void refresh()
          }}
        />
      )}
    </Section>
  )
}

interface TextFieldsProps extends ChannelFormProps {
  readonly form: ConsoleForm<Values>
}

function TextFields({ channel, categories, form }: TextFieldsProps) {
  const t = useChannelsText()
  return (
    <div className={styles['grid']}>
      <TextField field={form.field('name_ru')} label={t('field.name_ru')} />
      <TextField field={form.field('name_uz')} label={t('field.name_uz')} hint={t('field.nameUzHint')} />
      <TextField
        field={form.field('number')}
        label={t('field.number')}
        hint={t('field.numberHint')}
        inputMode="numeric"
      />
      <div>
        <TextField field={form.field('archive_days')} label={t('field.archive_days')} inputMode="numeric" />
        {channel.source_kind === 'recorded' && /^\s*\d{1,2}\s*$/.test(form.values.archive_days) ? (
          <ArchiveForecast cid={channel.cid} days={Number(form.values.archive_days)} />
        ) : null}
      </div>
      <TextField field={form.field('tvg_id')} label={t('field.tvg_id')} />
      <TextField field={form.field('guide_shift_min')} label={t('field.guide_shift_min')} />
      <CategoryPicker
        value={form.values.category_id}
        categories={categories}
        onChange={(value) => form.set('category_id', value)}
      />
      <TextField
        field={form.field('languages')}
        label={t('field.languages')}
        hint={t('field.languagesHint', { codes: channelLanguages.join(', ') })}
      />
      <QualityPicker value={form.values.quality} onChange={(value) => form.set('quality', value)} />
      <KindPicker value={form.values.is_radio} onChange={(value) => form.set('is_radio', value)} />
    </div>
  )
}

function Flags({ form }: { readonly form: ConsoleForm<Values> }) {
  const t = useChannelsText()
  return (
    <div className={styles['flags']}>
      {flags.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={form.values[name] === 'true'}
            onChange={({ target }) => form.set(name, String(target.checked))}
          />
          <span>{t(`field.${name}`)}</span>
        </label>
      ))}
    </div>
  )
}

interface ConflictProps {
  readonly message: string
  readonly input: Edit
  readonly latest: Channel
  readonly categories: readonly Category[]
  readonly onDone: (result: { readonly change_id: number }) => void
  readonly onTakeTheirs: () => void
}

/** Somebody else was faster: their values are beside one's own before anything is overwritten. */
function ConflictDialog({ message, input, latest, categories, onDone, onTakeTheirs }: ConflictProps) {
  const t = useChannelsText()
  const valueText = useValueText(categories)
  const [isBusy, setIsBusy] = useState(false)
  const fields = input.edits[0]?.fields ?? {}
  const keepMine = async () => {
    setIsBusy(true)
    try {
      // Without a version: whatever it is now.
      onDone(await call(consoleChannels.edit, { edits: [{ cid: latest.cid, fields }] }))
    } catch (error) {
      if (error instanceof Error) showToast(error.message, { isProblem: true })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t('conflictTitle')} isOpen role="alertdialog">
      <div className={styles['form']}>
        <p>{message}</p>
        <dl className={styles['conflict']}>
          {Object.entries(fields).map(([name, value]) => (
            <div key={name}>
              <dt>{t(`field.${name as 'name_ru'}`)}</dt>
              <dd>
                {t('conflictTheirs')}: {valueText(name, Reflect.get(latest, name))}
              </dd>
              <dd>
                {t('conflictMine')}: {valueText(name, value)}
              </dd>
            </div>
          ))}
        </dl>
        <div className={styles['formActs']}>
          <Button onPress={onTakeTheirs}>{t('takeTheirs')}</Button>
          <Button look="primary" isPending={isBusy} onPress={() => void keepMine()}>
            {t('keepMine')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** A value of a field as a person reads it. */
function useValueText(categories: readonly Category[]): (field: string, value: unknown) => string {
  const t = useChannelsText()
  const changeText = useChangeText()
  const language = useLanguage()
  return (field, value) => {
    if (field === 'is_radio') return t(value === true ? 'kind.radio' : 'kind.television')
    if (typeof value === 'boolean') return changeText(value ? 'yes' : 'no')
    if (value === '') return changeText('nothing')
    const category =
      field === 'category_id' ? categories.find(({ category_id: id }) => id === value) : undefined
    if (category === undefined) return String(value)
    return language === 'uz' ? category.name_uz || category.name_ru : category.name_ru
  }
}

function initialOf(channel: Channel): Values {
  const names = [...texts, ...booleans]
  return Object.fromEntries(names.map((name) => [name, String(channel[name])])) as Values
}

/** The fields that differ from the channel's. */
function differing(channel: Channel, values: Values): Edit['edits'][number]['fields'] {
  const changed = [...texts, ...booleans].filter((name) => values[name].trim() !== String(channel[name]))
  return Object.fromEntries(
    changed.map((name) => {
      const text = values[name].trim()
      if ((booleans as readonly string[]).includes(name)) return [name, text === 'true']
      if (name === 'languages') return [name, text.split(/[\s,;]+/).filter(Boolean)]
      return [name, numeric.has(name) && /^-?\d+$/.test(text) ? Number(text) : text]
    }),
  )
}
