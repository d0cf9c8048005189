import { useState } from 'react'
import { catchupModes } from '#contract/console/catchup.ts'
import { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useAct } from '#console/session/queries.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { useChannelsText } from './channels-text.ts'
import { useChannelActs } from './use-channel-acts.ts'
import styles from './channels.module.css'

type Details = ResponseOf<typeof consoleChannels.one>
type Made = ResponseOf<typeof consoleChannels.previewCatchup>
type Mode = (typeof catchupModes)[number]

interface ChannelCatchupProps {
  readonly details: Details
  readonly mayEdit: boolean
}

/** The archive that a channel's provider has: what it is, and a form to set it. */
export function ChannelCatchup({ details, mayEdit }: ChannelCatchupProps) {
  const t = useChannelsText()
  const { catchup, channel } = details
  if (channel.source_kind !== 'recorded') return null
  return (
    <Section title={t('catchup')} text={t('catchupText')}>
      {catchup === null ? (
        <p>{t('catchupNone')}</p>
      ) : (
        <>
          <p>
            <strong>{modeLabel(t, catchup.mode)}</strong> {t('catchupDaysBack', { days: catchup.days })}
          </p>
          {catchup.source === '' ? null : (
            <p>
              <code>{catchup.source}</code>
            </p>
          )}
          <MadeAddress made={catchup} />
        </>
      )}
      {mayEdit ? <CatchupForm key={channel.version} details={details} /> : null}
    </Section>
  )
}

function CatchupForm({ details: { catchup, channel } }: Pick<ChannelCatchupProps, 'details'>) {
  const t = useChannelsText()
  const acts = useChannelActs()
  const [mode, setMode] = useState<Mode>(modeOf(catchup?.mode))
  const { cid, version } = channel
  const preview = useAct(consoleChannels.previewCatchup)
  const remove = useAct(consoleChannels.saveCatchup, {
    onDone: ({ change_id: changeId }) => void acts.confirm(changeId, t('catchupRemoved')),
  })
  const form = useForm(
    consoleChannels.saveCatchup,
    {
      source: '',
      days: String(catchup?.days ?? 0),
      correction_minutes: String(catchup?.correction_minutes ?? 0),
    },
    {
      toInput: (values) => ({ cid, version, rule: ruleOf(mode, values) }),
      failureFields: { catchup_wrong: 'source' },
      onDone: ({ change_id: changeId }) => void acts.confirm(changeId, t('catchupSaved')),
    },
  )
  return (
    <form className={styles['catchup']} onSubmit={form.submit} noValidate>
      <Picker
        label={t('catchupMode')}
        value={mode}
        choices={catchupModes.map((one) => ({ value: one, label: modeLabel(t, one) }))}
        onChange={setMode}
      />
      <TextField
        field={form.field('source')}
        label={t('catchupSource')}
        hint={t('catchupSourceHint', { example: '?utc={utc}&lutc={lutc}' })}
      />
      <TextField
        field={form.field('days')}
        label={t('catchupDays')}
        hint={t('catchupDaysHint')}
        inputMode="numeric"
      />
      <TextField
        field={form.field('correction_minutes')}
        label={t('catchupCorrection')}
        inputMode="numeric"
      />
      {form.problem === undefined ? null : <p role="alert">{form.problem}</p>}
      <span className={styles['rowActs']}>
        <Button
          isPending={preview.isPending}
          onPress={() => preview.mutate({ cid, ...ruleOf(mode, form.values) })}
        >
          {t('catchupCheck')}
        </Button>
        <Button type="submit" isPending={form.isBusy}>
          {t('catchupSave')}
        </Button>
        {catchup === null ? null : (
          <Button
            look="quiet"
            isPending={remove.isPending}
            onPress={() => remove.mutate({ cid, version, rule: null })}
          >
            {t('catchupRemove')}
          </Button>
        )}
      </span>
      {preview.error === null ? null : <p role="alert">{preview.error.message}</p>}
      {preview.data === undefined ? null : <MadeAddress made={preview.data} />}
    </form>
  )
}

function MadeAddress({ made: { problem, problem_name: name, address } }: { readonly made: Made }) {
  const t = useChannelsText()
  if (problem !== null) return <p role="alert">{t(`catchupProblem.${problem}`, { name: `{${name}}` })}</p>
  return (
    <p>
      {t('catchupHourAgo')} <code>{address}</code>
    </p>
  )
}

/** Servers whose archive a mode is made for, with what they send. */
const servers = {
  flussonic: 'Flussonic, HLS',
  'flussonic-hls': 'Flussonic, HLS',
  'flussonic-ts': 'Flussonic, MPEG-TS',
  fs: 'Flussonic, MPEG-TS',
  xc: 'Xtream Codes',
} as const

/** What a mode does, with its name in playlists: `Свой адрес (default)`. */
function modeLabel(t: ReturnType<typeof useChannelsText>, written: string): string {
  const mode = catchupModes.find((one) => one === written.toLowerCase())
  if (mode === undefined) return written
  if (mode in servers) return `${servers[mode as keyof typeof servers]} (${mode})`
  const worded = mode === 'timeshift' ? 'shift' : (mode as 'default' | 'append' | 'shift' | 'vod')
  return `${t(`catchupMode.${worded}`)} (${mode})`
}

function modeOf(written: string | undefined): Mode {
  return catchupModes.find((one) => one === written?.toLowerCase()) ?? 'shift'
}

function ruleOf(
  mode: Mode,
  {
    source,
    days,
    correction_minutes: minutes,
  }: Readonly<Record<'source' | 'days' | 'correction_minutes', string>>,
) {
  return {
    mode,
    ...(source.trim() === '' ? {} : { source: source.trim() }),
    days: Number(days),
    correction_minutes: Number(minutes),
  }
}
