import { type CliCommand, type CommandInput, done, refused, shown } from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines } from '#server/cli/command/changing.ts'
import { catchupModes, type CatchupProblem, type CatchupRule } from '#media/media.ts'
import {
  type ChannelRecord,
  catchupPreview,
  channelCatchup,
  editChannels,
  releaseFields,
} from '#server/television/television.ts'
import { notChanged, withChannel } from './channels-edit.ts'

const hourMs = 3_600_000

export const channelsCatchup: CliCommand = {
  name: 'channels catchup',
  usage:
    '<number> [--mode <mode>] [--source <template>] [--days <n>] [--correction <hours>] [--off] [--reset]',
  summary: "show or change a channel's catch-up: the archive that its provider has",
  help: `Without options it shows the catch-up and the address it makes for an hour ago, without credentials. A past programme is
played from there where Ekran has no recording. What is set here is kept over every import.

  --mode        ${catchupModes.join(', ')}
  --source      the template: a whole address for default and vod, what is added to the channel's address for append.
                {utc} \${start} {utcend} \${end} {lutc} \${now} \${timestamp} {duration} {duration:60} {offset:60}
                {Y} {m} {d} {H} {M} {S} \${start:YmdHMS} {catchup-id}
  --days        how many days the provider has
  --correction  hours by which the provider's clock differs
  --off         no catch-up
  --reset       what the list says, again

Examples
  npm run ekran -- channels catchup 7
  npm run ekran -- channels catchup 7 --mode shift --days 3
  npm run ekran -- channels catchup 7 --mode default --source 'http://tv.example/7/video-{utc}-{duration}.m3u8'`,
  options: {
    mode: { type: 'string' },
    source: { type: 'string' },
    days: { type: 'string' },
    correction: { type: 'string' },
    off: { type: 'boolean' },
    reset: { type: 'boolean' },
  },
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withChannel(tools, input.words[0] ?? '', async ({ work, audit }, channel) => {
      const { cid, number } = channel
      const change = changeOf(input, channel)
      if (change.kind === 'show') return done(...linesOf(channel))
      if (change.kind === 'wrong') return refused(change.words)
      const outcome =
        change.kind === 'reset'
          ? await releaseFields(work.db, cid, ['catchup'], atTheTerminal())
          : await editChannels(work.db, [{ cid, fields: { catchup: change.rule } }], atTheTerminal())
      if (outcome.kind !== 'changed') return notChanged(outcome)
      const mode = change.kind === 'reset' ? 'list' : (change.rule?.kind ?? 'off')
      await audit.record({
        event: 'channel_catchup_changed',
        actor: 'operator',
        facts: { cid, number, mode, change: outcome.changeId },
      })
      return done(...lines(channel, change), ...undoLines(outcome))
    }),
}

type Change =
  | { readonly kind: 'show' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'set'; readonly rule: CatchupRule | null }
  | { readonly kind: 'wrong'; readonly words: string }

function lines(channel: ChannelRecord, change: Change): readonly string[] {
  if (change.kind !== 'set') return [`Channel ${channel.number} has the catch-up of its list again.`]
  if (change.rule === null) return [`Channel ${channel.number} has no catch-up now.`]
  const catchup = channelCatchup(change.rule, channel.source, 'staff')
  return linesOf({ ...channel, ...(catchup === undefined ? {} : { catchup }) })
}

function changeOf({ text, flag }: CommandInput, { source, catchup }: ChannelRecord): Change {
  const [mode, template, days, hours] = [text('mode'), text('source'), text('days'), text('correction')]
  const hasFields = [mode, template, days, hours].some((one) => one !== undefined)
  if ([flag('off'), flag('reset'), hasFields].filter(Boolean).length > 1)
    return wrong('--off and --reset stand alone')
  if (flag('reset')) return { kind: 'reset' }
  if (flag('off')) return { kind: 'set', rule: null }
  if (!hasFields) return { kind: 'show' }
  const before = catchup?.rule
  const kind = mode ?? before?.kind
  if (kind === undefined) return wrong('--mode is needed: the channel has no catch-up yet')
  if (template !== undefined && (template.length > 2000 || /[\p{Cc}\s]/u.test(template)))
    return wrong('--source has 2000 characters at most, and no spaces')
  if (days !== undefined && !(Number(days) > 0 && Number(days) <= 365))
    return wrong(`--days ${shown(days)} is not a number from 1 to 365`)
  if (hours !== undefined && !(Math.abs(Number(hours)) <= 24))
    return wrong(`--correction ${shown(hours)} is not a number of hours from -24 to 24`)
  const rule: CatchupRule = {
    ...before,
    kind,
    ...(template === undefined ? {} : { source: template }),
    ...(days === undefined ? {} : { days: Number(days) }),
    ...(hours === undefined ? {} : { correctionHours: Number(hours) }),
  }
  const made = channelCatchup(rule, source, 'staff')
  if (made === undefined) return wrong('this channel is not received from a source')
  if (made.outcome.kind === 'refused') return wrong(problemWords(made.outcome.problem))
  return { kind: 'set', rule }
}

function wrong(words: string): Change {
  return { kind: 'wrong', words }
}

function linesOf({ number, catchup }: ChannelRecord): readonly string[] {
  if (catchup === undefined) return [`Channel ${number} has no catch-up.`]
  const { rule, days, outcome } = catchup
  const nowMs = Date.now()
  const window = { beginMs: nowMs - hourMs, endMs: nowMs - hourMs / 2 }
  return [
    `Channel ${number}:`,
    `  mode        ${shown(rule.kind)}`,
    `  days        ${days}${rule.days === undefined ? ' (the list does not say)' : ''}`,
    `  correction  ${rule.correctionHours ?? 0} h`,
    outcome.kind === 'refused'
      ? `  not played: ${problemWords(outcome.problem)}`
      : `  an hour ago ${shown(catchupPreview(catchup, window, nowMs) ?? '')}`,
  ]
}

/** What is wrong with a rule, and what to do. */
function problemWords(problem: CatchupProblem): string {
  switch (problem.kind) {
    case 'unknown_mode':
      return `the mode is none of ${catchupModes.join(', ')}`
    case 'needs_source':
      return 'this mode needs a template (--source)'
    case 'no_web_address':
      return 'the address is not one of http or https: use --mode default with a whole address'
    case 'other_form':
      return 'the channel’s address has another form than this mode expects: use --mode default with a whole address'
    case 'no_placeholder':
      return 'the template has no placeholder for the moment, such as {utc}'
    case 'unknown_placeholder':
      return `{${problem.name}} is no placeholder`
    case 'bad_divider':
      return `{${problem.name}}: after the colon stands a whole number from 1 on`
    case 'unclosed':
      return 'a brace of the template is not closed'
  }
}
