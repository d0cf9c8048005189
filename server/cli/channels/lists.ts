import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { atTheTerminal, withServices } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import { recordApplied } from '#server/editing/editing.ts'
import {
  type ListSource,
  addListSource,
  changeListSource,
  isAddress,
  listListSources,
  refreshList,
  removeListSource,
  shownAddress,
} from '#server/imports/imports.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const minutesOfUnit = { m: 1, h: 60, d: 1440 } as const
const [shortestMin, longestMin] = [15, 10_080]
const everyHelp = '--every is like 30m, 4h or 1d: 15 minutes to 7 days'

export const listsAdd: CliCommand = {
  name: 'lists add',
  usage: '<address> [--every 1d] [--apply] [--record] [--groups]',
  summary: 'fetch a list of channels again and again',
  help: `A running Ekran fetches the list at the given interval. An edition that differs becomes a draft, which is looked at and
applied in the console (/console/imports). What was discarded or taken back comes again only when the list has changed.

  --every   how often: 30m, 4h, 1d (default), 7d at most
  --apply   apply an edition at once when no channel is gone, looks like another one or moves its address
  --record  turn recording of the channels on
  --groups  create own categories for groups that match none

Example
  npm run ekran -- lists add https://provider.example/channels.m3u --every 6h --apply`,
  options: {
    every: { type: 'string' },
    apply: { type: 'boolean' },
    record: { type: 'boolean' },
    groups: { type: 'boolean' },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [address = ''] = input.words
    const everyMin = minutesOf(input.text('every') ?? '1d')
    if (!isAddress(address) || !URL.canParse(address))
      return refused(`${shown(address)} is not an http or https address`)
    if (everyMin === undefined) return refused(everyHelp)
    return withServices(tools, async ({ work, audit }) => {
      const settings = { ...settingsOf(input), everyMin }
      const outcome = await addListSource(work.db, { address, ...settings }, atTheTerminal())
      if (outcome.kind === 'twice') return refused('the list at this address is fetched already')
      if (outcome.kind === 'full') return refused(`there are ${outcome.max} lists already; remove one first`)
      const facts = { list: outcome.id, address: shownAddress(address) }
      await audit.record({ event: 'channel_list_changed', actor: 'operator', facts })
      return done(
        `List ${outcome.id} is fetched from now on.`,
        work.serverRuns
          ? 'It is fetched within a minute; see: npm run ekran -- lists list'
          : `Ekran does not run. To fetch it now: npm run ekran -- lists refresh ${outcome.id}`,
      )
    })
  },
}

export const listsChange: CliCommand = {
  name: 'lists change',
  usage: '<number> [--every 6h] [--apply yes|no] [--record yes|no] [--groups yes|no]',
  summary: 'change how a list is fetched',
  help: `What is not named stays as it is; the options are those of: npm run ekran -- lists add

Example
  npm run ekran -- lists change 1 --every 6h --apply no`,
  options: {
    every: { type: 'string' },
    apply: { type: 'string' },
    record: { type: 'string' },
    groups: { type: 'string' },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const every = input.text('every')
    const everyMin = every === undefined ? undefined : minutesOf(every)
    if (every !== undefined && everyMin === undefined) return refused(everyHelp)
    const switches = Object.entries({ applies: 'apply', record: 'record', ownGroups: 'groups' }).flatMap(
      ([setting, option]) => {
        const word = input.text(option)
        return word === undefined ? [] : [[setting, option, word] as const]
      },
    )
    for (const [, option, word] of switches)
      if (word !== 'yes' && word !== 'no') return refused(`--${option} is yes or no, not ${shown(word)}`)
    const changes = {
      ...(everyMin === undefined ? {} : { everyMin }),
      ...Object.fromEntries(switches.map(([setting, , word]) => [setting, word === 'yes'])),
    }
    if (Object.keys(changes).length === 0) return refused('nothing is named that is to change')
    return withList(input, tools, async (id, { work, audit }) => {
      if (!(await changeListSource(work.db, id, changes, atTheTerminal())))
        return refused(`there is no list ${id}`)
      await audit.record({
        event: 'channel_list_changed',
        actor: 'operator',
        facts: { list: id, ...changes },
      })
      return done(`List ${id} is changed.`)
    })
  },
}

function settingsOf({ flag }: CommandInput) {
  return { applies: flag('apply'), record: flag('record'), ownGroups: flag('groups') }
}

function minutesOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const minutes = Number(count) * minutesOfUnit[(unit ?? 'm') as keyof typeof minutesOfUnit]
  return minutes >= shortestMin && minutes <= longestMin ? minutes : undefined
}

export const listsList: CliCommand = {
  name: 'lists list',
  usage: '',
  summary: 'lists of channels that are fetched, and what became of them',
  help: `Example
  npm run ekran -- lists list`,
  min: 0,
  max: 0,
  run: async (_, tools) =>
    withServices(tools, async ({ work }) => {
      const lists = await listListSources(work.db)
      return lists.length === 0 ? done('No list is fetched.') : done(...lists.map(lineOf))
    }),
}

const outcomes = {
  waiting: 'not fetched yet',
  same: 'nothing new',
  draft: 'a new edition waits in the console',
  applied: 'a new edition was applied',
  refused: 'the edition was refused',
  unreachable: 'it could not be fetched',
} as const

function lineOf({ id, address, every_min: every, outcome, refusal, tried_at: at }: ListSource): string {
  const when = at === null ? '' : `, ${moment(at.getTime())}`
  const why = refusal === '' ? '' : `: ${shown(refusal)}`
  return `${id}  ${shown(shownAddress(address))}  every ${every} min  ${outcomes[outcome]}${when}${why}`
}

export const listsRefresh: CliCommand = {
  name: 'lists refresh',
  usage: '<number>',
  summary: 'fetch a list now',
  help: `Example
  npm run ekran -- lists refresh 1`,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withList(input, tools, async (id, { work, audit }) => {
      const onApplied = recordApplied({ db: work.db, audit })
      const refreshed = await refreshList(id, { db: work.db, log: tools.log, clock: systemClock, onApplied })
      if (refreshed === undefined) return refused(`there is no list ${id}, or it is just being fetched`)
      return done(`List ${id}: ${outcomes[refreshed.outcome]}.`)
    }),
}

export const listsRemove: CliCommand = {
  name: 'lists remove',
  usage: '<number>',
  summary: 'fetch a list no longer; its channels stay',
  help: `Example
  npm run ekran -- lists remove 1`,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withList(input, tools, async (id, { work, audit }) => {
      if ((await removeListSource(work.db, id)) === undefined) return refused(`there is no list ${id}`)
      await audit.record({ event: 'channel_list_changed', actor: 'operator', facts: { list: id } })
      return done(`List ${id} is fetched no longer; its channels stay.`)
    }),
}

async function withList(
  { words: [word = ''] }: CommandInput,
  tools: CommandTools,
  act: (id: number, services: Services) => Promise<Outcome>,
): Promise<Outcome> {
  if (!/^\d{1,9}$/.test(word)) return refused(`${shown(word)} is not the number of a list`)
  return withServices(tools, (services) => act(Number(word), services))
}
