/** The programmes of a channel at the command line: its timeline, and editing it by hand. */
import { ProgrammeChanges } from '#contract/console/timeline.ts'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  amount,
  done,
  refused,
  shown,
  localMoment,
  momentIn,
} from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import { withChannel } from '#server/cli/channels/channels-edit.ts'
import { recordChangeSet } from '#server/editing/editing.ts'
import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import {
  type ChannelRecord,
  type ChannelTimeline,
  type LaidProgramme,
  type ProgrammeFields,
  type ProgrammesChanged,
  type ProgrammesRefused,
  addProgramme,
  changeProgramme,
  loadTimeline,
} from '#server/television/television.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
const moments =
  'A moment is like 2026-11-28T20:00, the time of Tashkent, or with its zone: 2026-11-28T15:00Z.'

export const guideProgrammes: CliCommand = {
  name: 'guide programmes',
  usage: '<number> [--day 2026-11-28] [--days 1]',
  summary: 'the programmes of a channel, what was edited by hand, gaps and overlaps',
  help: `  --day   the first day, in Tashkent; today when absent
  --days  how many days, at most 15

Example
  npm run ekran -- guide programmes 12 --day 2026-11-28 --days 2`,
  options: { day: { type: 'string' }, days: { type: 'string' } },
  min: 1,
  max: 1,
  run: async ({ words: [word = ''], text }, tools) => {
    const day = text('day') ?? localMoment(systemClock.nowMs()).slice(0, 10)
    const days = Number(text('days') ?? 1)
    if (!isCalendarDay(day) || day.length !== 10) return refused(`${shown(day)} is no day like 2026-11-28`)
    if (!Number.isInteger(days) || days < 1 || days > 15) return refused('--days is a number from 1 to 15')
    const fromMs = momentIn(`${day}T00:00`) ?? 0
    return withChannel(tools, word, async ({ work }, { cid, number }) => {
      const timeline = await loadTimeline(work.db, cid, { fromMs, toMs: fromMs + days * dayMs })
      return timeline === undefined ? refused(`there is no channel ${number}`) : done(...linesOf(timeline))
    })
  },
}

function linesOf({ programmes, gaps, shifts }: ChannelTimeline): readonly string[] {
  const lines = [
    ...programmes.map((one) => [one.programme.beginMs, programmeLine(one)] as const),
    ...gaps.map(
      ({ beginMs, endMs }) =>
        [beginMs, `${span(beginMs, endMs)}  - nothing, ${minutesOf(endMs - beginMs)}`] as const,
    ),
  ]
  const edited = programmes.filter(({ edit }) => edit !== null).length
  return [
    ...lines.toSorted(([a], [b]) => a - b).map(([, line]) => line),
    ...shifts.map(
      ({ id, fromMs, toMs, minutes }) =>
        `shift ${id}: by ${minutes} min, from ${localMoment(fromMs)} ${toMs === null ? 'on' : `to ${localMoment(toMs)}`}`,
    ),
    `${amount(programmes.length, 'programme')}, ${edited} edited by hand, ${amount(gaps.length, 'gap')}.`,
  ]
}

function programmeLine({ programme, edit, published, state, shiftMin }: LaidProgramme): string {
  const { beginMs, endMs, title } = programme
  const cutMs = published === null ? 0 : endMs - beginMs - (published.endMs - published.beginMs)
  const marks = [
    ...(edit === null ? [] : [edit.source === null ? 'added by hand' : 'edited by hand']),
    ...(shiftMin === 0 || edit?.times !== undefined ? [] : [`shifted by ${shiftMin} min`]),
    ...(state === 'published' ? [] : [stateWords[state]]),
    ...(cutMs > 0 ? [`overlapped for ${minutesOf(cutMs)}`] : []),
  ]
  return `${span(beginMs, endMs)}  ${shown(title.ru || title.uz)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`
}

const stateWords = {
  hidden: 'hidden',
  covered: 'not shown: its time is another one’s',
  waiting: 'not shown: the guide has it no more',
} as const

function span(beginMs: number, endMs: number): string {
  return `${localMoment(beginMs).replace('T', ' ')} – ${localMoment(endMs).slice(11)}`
}

function minutesOf(ms: number): string {
  return `${Math.round(ms / minuteMs)} min`
}

const fieldOptions = {
  title: 'title_ru',
  'title-uz': 'title_uz',
  subtitle: 'subtitle_ru',
  'subtitle-uz': 'subtitle_uz',
  description: 'description_ru',
  'description-uz': 'description_uz',
  genre: 'genre_code',
  age: 'age_rating',
  season: 'season',
  episode: 'episode',
} as const

const fieldHelp = `  --title, --title-uz              its title in Russian and in Uzbek
  --subtitle, --subtitle-uz        the name of the episode
  --description, --description-uz
  --genre <code>                   1 general, 2 films, 3 news, 4 sport, 5 children, 6 music, 8 learning; 0 none
  --age <age>                      like 12+; '' for none
  --season, --episode <number>     -1 for none`

const textOptions = Object.fromEntries(
  Object.keys(fieldOptions).map((name) => [name, { type: 'string' as const }]),
)

/** The fields that the options set; a refusal names the option. */
function fieldsOf({ text }: CommandInput): ProgrammeFields | Outcome {
  const set = Object.entries(fieldOptions).flatMap(([option, field]) => {
    const value = text(option)
    return value === undefined ? [] : [[field, value] as const]
  })
  const read = ProgrammeChanges.safeParse(Object.fromEntries(set))
  if (read.success) return read.data
  const field = read.error.issues[0]?.path[0]
  const option = Object.entries(fieldOptions).find(([, name]) => name === field)?.[0] ?? 'title'
  return refused(`--${option} ${shown(text(option) ?? '')} is not right; see: guide programmes add --help`)
}

export const guideProgrammesAdd: CliCommand = {
  name: 'guide programmes add',
  usage: '<number> <from> <to> --title <title> …',
  summary: 'add a programme; it takes its time from what the guide has there',
  help: `${moments} The programme stays over every reading of the guide.

${fieldHelp}

Example
  npm run ekran -- guide programmes add 12 2026-11-28T20:00 2026-11-28T22:00 --title "Футбол" --title-uz "Futbol"`,
  options: textOptions,
  min: 3,
  max: 3,
  run: async (input, tools) => {
    const {
      words: [word = '', from = '', to = ''],
    } = input
    const fields = fieldsOf(input)
    if ('kind' in fields) return fields
    const [beginMs, endMs] = [momentIn(from), momentIn(to)]
    if (beginMs === undefined || endMs === undefined)
      return refused(`${shown(beginMs === undefined ? from : to)} is no moment like 2026-11-28T20:00`)
    return withChannel(tools, word, async (services, { cid, number }) => {
      const times = { beginMs, endMs }
      const outcome = await addProgramme(services.work.db, { cid, times, fields }, atTheTerminal())
      return settled(services, outcome, 'programme_added', `Channel ${number} has the programme.`)
    })
  },
}

export const guideProgrammesChange: CliCommand = {
  name: 'guide programmes change',
  usage: '<number> <at> [--title <title>] [--from <moment>] [--to <moment>] …',
  summary: 'change a programme; the change stays over every reading of the guide',
  help: `<at> is a moment when the programme is on. ${moments}

${fieldHelp}
  --from, --to <moment>            when it begins and ends

Examples
  npm run ekran -- guide programmes change 12 2026-11-28T20:00 --title "Футбол. Финал" --age 6+
  npm run ekran -- guide programmes change 12 2026-11-28T20:00 --to 2026-11-28T22:30`,
  options: { ...textOptions, from: { type: 'string' }, to: { type: 'string' } },
  min: 2,
  max: 2,
  run: async (input, tools) => {
    const fields = fieldsOf(input)
    if ('kind' in fields) return fields
    const [from, to] = [input.text('from'), input.text('to')]
    const [beginMs, endMs] = [momentIn(from ?? ''), momentIn(to ?? '')]
    for (const [text, ms] of [[from, beginMs] as const, [to, endMs] as const])
      if (text !== undefined && ms === undefined)
        return refused(`${shown(text)} is no moment like 2026-11-28T20:00`)
    if (Object.keys(fields).length === 0 && from === undefined && to === undefined)
      return refused('say what is to be changed; see: guide programmes change --help')
    return withProgramme(tools, input, async (services, { cid }, { programme }) => {
      const times = { beginMs: beginMs ?? programme.beginMs, endMs: endMs ?? programme.endMs }
      const change = {
        ...{ cid, pid: programme.pid, fields },
        ...(from === undefined && to === undefined ? {} : { times }),
      }
      const outcome = await changeProgramme(services.work.db, change, atTheTerminal())
      return settled(services, outcome, 'programme_changed', 'The programme is changed.')
    })
  },
}

export const guideProgrammesHide: CliCommand = {
  name: 'guide programmes hide',
  usage: '<number> <at>',
  summary: 'hide a programme of the guide from viewers',
  help: `It stays hidden over every reading of the guide. <at> is a moment when it is on. ${moments}

Example
  npm run ekran -- guide programmes hide 12 2026-11-28T20:00`,
  min: 2,
  max: 2,
  run: (input, tools) => hide(input, tools, true),
}

export const guideProgrammesShow: CliCommand = {
  name: 'guide programmes show',
  usage: '<number> <at>',
  summary: 'show a hidden programme again',
  help: `Example
  npm run ekran -- guide programmes show 12 2026-11-28T20:00`,
  min: 2,
  max: 2,
  run: (input, tools) => hide(input, tools, false),
}

function hide(input: CommandInput, tools: CommandTools, isHidden: boolean): Promise<Outcome> {
  return withProgramme(tools, input, async (services, { cid }, { programme: { pid } }) => {
    const outcome = await changeProgramme(services.work.db, { cid, pid, isHidden }, atTheTerminal())
    return settled(
      services,
      outcome,
      'programme_changed',
      isHidden ? 'The programme is hidden.' : 'The programme is shown.',
    )
  })
}

/** The programme that is on at a moment, published or not; one that begins then comes first. */
export async function withProgramme(
  tools: CommandTools,
  { words: [word = '', at = ''] }: CommandInput,
  work: (services: Services, channel: ChannelRecord, programme: LaidProgramme) => Promise<Outcome>,
): Promise<Outcome> {
  const atMs = momentIn(at)
  if (atMs === undefined) return refused(`${shown(at)} is no moment like 2026-11-28T20:00`)
  return withChannel(tools, word, async (services, channel) => {
    const window = { fromMs: atMs, toMs: atMs + 1 }
    const programmes = (await loadTimeline(services.work.db, channel.cid, window))?.programmes ?? []
    const isOn = (times: { readonly beginMs: number; readonly endMs: number } | null) =>
      times !== null && times.beginMs <= atMs && times.endMs > atMs
    const programme =
      programmes.find((one) => one.published?.beginMs === atMs) ??
      programmes.find((one) => isOn(one.published)) ??
      programmes.find((one) => isOn(one.programme))
    return programme === undefined
      ? refused(`channel ${channel.number} has no programme at ${localMoment(atMs)}`)
      : work(services, channel, programme)
  })
}

/** Records a change in the audit and says how to take it back, or why there was none. */
export async function settled(
  { work, audit }: Services,
  outcome: ProgrammesChanged | ProgrammesRefused,
  event: string,
  words: string,
): Promise<Outcome> {
  if (outcome.kind !== 'changed') return refused(why(outcome))
  if (outcome.changeId === 0) return done('Nothing differs.')
  await recordChangeSet({ db: work.db, audit }, event, { actor: 'operator', by: undefined }, outcome.changeId)
  return done(words, ...undoLines(outcome))
}

function why(outcome: ProgrammesRefused): string {
  switch (outcome.kind) {
    case 'unknown_channel':
    case 'unknown_programme':
    case 'changed_since':
      return 'somebody else has just changed this: look at it and try again'
    case 'untitled':
      return 'it needs a title in at least one language: --title or --title-uz'
    case 'times_wrong':
      return 'its end must be after its beginning, by a day at most'
    case 'outside_guide':
      return 'choose a nearer time: from 31 days ago to 60 days ahead'
    case 'moved_too_far':
      return 'a programme can be moved by a day at most: hide it and add another one'
    case 'overlaps_edited':
      return `${shown(outcome.title)} is on from ${localMoment(outcome.beginMs)} to ${localMoment(outcome.endMs)}, by hand too: change or release it first`
    case 'shifted_too_far':
      return 'a shift is of 720 minutes at most, all of a channel together of 1440: release the earlier ones first'
    case 'linear':
      return 'the channel is made of films: its times are changed in its schedule (linear)'
  }
}
