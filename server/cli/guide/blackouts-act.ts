/** Blackouts at the command line: entering, changing, ending and removing them. */
import { blackoutDevices, blackoutHolds, territories } from '#contract/form/blackouts.ts'
import {
  type BlackoutContent,
  type BlackoutEffect,
  type BlackoutFields,
  type BlackoutRefused,
  type ResolvedBlackout,
  endBlackout,
  previewBlackout,
  removeBlackout,
  saveBlackout,
} from '#server/blackouts/blackouts.ts'
import {
  type CliCommand,
  type CommandInput,
  amount,
  done,
  moment,
  momentIn,
  type Outcome,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import { recordChangeSet } from '#server/editing/editing.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import {
  blackoutOptions,
  fieldsOf,
  fieldsOfBlackout,
  readBlackouts,
  readContent,
  scopeLine,
} from './blackout-input.ts'

const scope = `Without --from it begins now, without --until it has no end yet. Moments are Tashkent's, like 2026-11-28T20:00.
--territory inside, outside or all; --devices tv,phone,web or all; --holds live,archive,download or all.
--ru and --uz are the words for viewers, --note is for the staff. Other players count as any kind of device.`

export const blackoutsAdd: CliCommand = {
  name: 'blackouts add',
  usage: 'channel|hours|programme|title <number> [<at>] [--from <moment>] [--until <moment>] [--preview]',
  summary: 'forbid to show a channel, its hours, a programme or a title for some time',
  help: `"channel" closes the channel and its archive while it lasts; "hours" what is on the air then, in the archive for good.
Of a programme <at> is a moment when it is on; it moves with the guide. --preview only says what would be closed.
${scope}

Examples
  npm run ekran -- blackouts add hours 12 --from 2026-11-28T20:00 --until 2026-11-28T22:00 --territory outside
  npm run ekran -- blackouts add programme 12 2026-11-28T20:00 --devices phone,web --ru "Матч не показываем"
  npm run ekran -- blackouts add title 104 --holds download`,
  options: { ...blackoutOptions, preview: { type: 'boolean' } },
  min: 2,
  max: 3,
  run: async (input, tools) =>
    withServices(tools, async (services) => {
      const content = await readContent(services.work.db)
      const fields = newFields(input, content)
      if (typeof fields === 'string') return refused(fields)
      const effect = previewBlackout(fields, undefined, content)
      if (effect.kind !== 'effect') return refused(reasonOf(effect))
      if (input.flag('preview')) return done('It would close:', ...effectLines(effect, fields))
      return save(services, content, { id: null, version: 0, fields }, effectLines(effect, fields))
    }),
}

function newFields(input: CommandInput, content: BlackoutContent): BlackoutFields | string {
  const [target = '', number = '', at] = input.words
  if (target !== 'channel' && target !== 'hours' && target !== 'programme' && target !== 'title')
    return `${shown(target)} is none of channel, hours, programme, title`
  const empty: BlackoutFields = {
    target,
    ...{ cid: null, pid: null, vid: null, fromMs: systemClock.nowMs(), untilMs: null },
    ...{ territories, devices: blackoutDevices, holds: blackoutHolds, words: { ru: '', uz: '' }, note: '' },
  }
  if (target === 'title') return fieldsOf(input, { ...empty, vid: Number(number) || 0 })
  const channel = content.television.channels.find((one) => String(one.number) === number)
  if (channel === undefined) return `there is no channel ${shown(number)}`
  const { cid } = channel
  if (target !== 'programme') return fieldsOf(input, { ...empty, cid })
  const atMs = at === undefined ? undefined : momentIn(at)
  if (atMs === undefined) return 'say when the programme is on, like 2026-11-28T20:00'
  const programme = content.television.guide.nowAndNext(cid, atMs).now
  if (programme === null) return `channel ${number} has no programme at ${moment(atMs)}`
  return fieldsOf(input, { ...empty, cid, pid: programme.pid })
}

export const blackoutsChange: CliCommand = {
  name: 'blackouts change',
  usage: '<number> [--from <moment>] [--until <moment>|none] [--territory …] [--devices …] [--holds …]',
  summary: 'change a blackout',
  help: `What is not named stays as it is. ${scope}

Example
  npm run ekran -- blackouts change 1000007 --until 2026-11-28T23:00`,
  options: blackoutOptions,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withBlackout(tools, input, async (services, blackout) => {
      const fields = fieldsOf(input, fieldsOfBlackout(blackout))
      if (typeof fields === 'string') return refused(fields)
      const content = await readContent(services.work.db)
      return save(services, content, { id: blackout.id, version: blackout.version, fields }, [])
    }),
}

export const blackoutsEnd: CliCommand = {
  name: 'blackouts end',
  usage: '<number>',
  summary: 'end a blackout now; what it closed in the archive stays closed',
  help: `Example
  npm run ekran -- blackouts end 1000007`,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withBlackout(tools, input, async (services, { id, label }) => {
      const { db } = services.work
      const ended = await endBlackout(db, await readContent(db), id, atTheTerminal())
      if (ended.kind === 'period')
        return refused('it has not begun yet: "blackouts remove" deletes it, "blackouts change" moves it')
      if (ended.kind !== 'changed') return unknown(String(id))
      await recorded(services, 'blackout_ended', ended.changeId)
      return done(`${shown(label)} may be shown again.`, ...undoLines(ended))
    }),
}

export const blackoutsRemove: CliCommand = {
  name: 'blackouts remove',
  usage: '<number>',
  summary: 'delete a blackout: what it closed is open, in the archive too',
  help: `Example
  npm run ekran -- blackouts remove 1000007`,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withBlackout(tools, input, async (services, { id, label }) => {
      const removed = await removeBlackout(services.work.db, id, atTheTerminal())
      if (removed.kind !== 'changed') return unknown(String(id))
      await recorded(services, 'blackout_removed', removed.changeId)
      return done(`The blackout of ${shown(label)} was deleted.`, ...undoLines(removed))
    }),
}

async function save(
  services: Services,
  content: BlackoutContent,
  request: Parameters<typeof saveBlackout>[2],
  lines: readonly string[],
): Promise<Outcome> {
  const saved = await saveBlackout(services.work.db, content, request, atTheTerminal())
  if (saved.kind !== 'changed') return refused(reasonOf(saved))
  await recorded(services, 'blackout_saved', saved.changeId)
  const said = saved.changeId === 0 ? 'was so already' : 'was saved and holds'
  return done(`Blackout ${saved.id} ${said}.`, ...lines, ...undoLines(saved))
}

function reasonOf(refusal: BlackoutRefused): string {
  switch (refusal.kind) {
    case 'period':
      return 'hours need --until, and an end must be after the beginning'
    case 'unknown_target':
      return 'there is no such channel, programme or title'
    case 'holds_nothing':
      return 'a channel has no downloads and a title no live: name another --holds'
    case 'full':
      return `there are ${refusal.max} blackouts already: remove old ones`
    case 'not_found':
      return 'there is no such blackout any more'
    case 'changed_since':
      return 'somebody else has just changed it: try again'
  }
}

function effectLines(effect: BlackoutEffect, fields: BlackoutFields): readonly string[] {
  const { label, fromMs, untilMs, programmes, first, holds } = effect
  return [
    `  ${shown(label)}, ${moment(fromMs)} – ${untilMs === null ? 'no end yet' : moment(untilMs)}`,
    `  ${scopeLine({ ...fields, holds })}`,
    ...(fields.cid === null ? [] : [`  ${amount(programmes, 'programme')} of the guide`]),
    ...first.map(({ title, beginMs }) => `    ${moment(beginMs)}  ${shown(title)}`),
  ]
}

function withBlackout(
  tools: Parameters<typeof withServices>[0],
  { words: [word = ''] }: CommandInput,
  act: (services: Services, blackout: ResolvedBlackout) => Promise<Outcome>,
): Promise<Outcome> {
  return withServices(tools, async (services) => {
    const blackout = (await readBlackouts(services.work.db)).find(({ id }) => String(id) === word)
    return blackout === undefined ? unknown(word) : act(services, blackout)
  })
}

function unknown(word: string): Outcome {
  return refused(`there is no blackout ${shown(word)}; "blackouts list" shows them`)
}

async function recorded({ work, audit }: Services, event: string, changeId: number): Promise<void> {
  await recordChangeSet({ db: work.db, audit }, event, { actor: 'operator', by: undefined }, changeId)
}
