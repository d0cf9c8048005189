/** Commands to the devices of a segment, at the command line; the running Ekran gives them. */
import { isNearlyEverybody } from '#contract/console/campaigns.ts'
import { everybody, type SegmentRules } from '#contract/console/segment-rules.ts'
import { type CommandBatch, listBatches, startBatch, stopBatch } from '#server/campaigns/campaigns.ts'
import { byOperator } from '#server/cli/accounts/account-command.ts'
import { withServices } from '#server/cli/command/changing.ts'
import { type CliCommand, type CommandInput, done, refused, shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { type Command, commandProblem } from '#server/commands/commands.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { countSegment, findSegment } from '#server/segments/segments.ts'
import { openTelevision } from '#server/television/television.ts'
import { commandHelp, commandOptions, readCommand, whyNoCommand } from './command-options.ts'

const countLimitMs = 60_000
const devices = ['tv', 'phone', 'tablet', 'computer', 'other'] as const

function shownBatch({ batchId, command, state, segmentName, ...rest }: CommandBatch): string {
  const { recipients, reached, leftOut, counts } = rest
  return `  ${batchId}  ${command.kind}  ${state}  ${shown(segmentName || 'all')}  ${reached} of ${recipients}, left out ${leftOut}; devices: sent ${counts.sent}, delivered ${counts.delivered}, done ${counts.done}, expired ${counts.expired}`
}

export const messagesCommands = listCommand(
  'messages commands',
  'the newest 100 commands to segments, with how far they are',
  async ({ work }) => {
    const batches = await listBatches(work.db, systemClock.nowMs())
    return batches.length === 0 ? ['There are no commands.'] : batches.map(shownBatch)
  },
)

export const messagesCommand: CliCommand = {
  name: 'messages command',
  usage:
    '--kind <kind> [--text-ru <text> --text-uz <text>] [--channel <number>] [--segment <number>] --reason <text>',
  summary: 'give a command to the devices of everybody in a segment',
  help: `${commandHelp}
  --segment    without it: all subscribers
  --everybody  how many they are: for nearly all subscribers

Example
  npm run ekran -- messages command --kind message --text-ru "Ночью работы" --text-uz "Tunda ishlar" --segment 3 --reason "Works"`,
  options: {
    ...commandOptions,
    ...{ segment: { type: 'string' }, everybody: { type: 'string' }, reason: { type: 'string' } },
  },
  min: 0,
  max: 0,
  run: (input, tools) => {
    const command = readCommand(input)
    if (typeof command === 'string') return Promise.resolve(refused(command))
    return withServices(tools, async (services) => {
      const { db } = services.work
      const channels = (await openTelevision(db, systemClock)).now().channels
      const problem = commandProblem(command, new Set(channels.map(({ cid }) => cid)))
      if (problem !== undefined) return refused(whyNoCommand[problem])
      const number = input.text('segment')
      const segment =
        number === undefined ? { rules: everybody, name: '' } : await findSegment(db, Number(number) || 0)
      if (segment === undefined) return refused('there is no such segment: see `segments list`')
      return start(input, services, { command, rules: segment.rules, name: segment.name })
    })
  },
}

export const messagesReload: CliCommand = {
  name: 'messages reload',
  usage: '[--devices <kind>] --reason <text>',
  summary: 'load the clients of subscribers again',
  help: `  --devices    only of those who have such a device: ${devices.join(', ')}
  --everybody  how many they are: for nearly all subscribers
  --reason     why; the staff sees it

Example
  npm run ekran -- messages reload --devices tv --reason "New version"`,
  options: { devices: { type: 'string' }, everybody: { type: 'string' }, reason: { type: 'string' } },
  min: 0,
  max: 0,
  run: (input, tools) => {
    const word = input.text('devices')
    const kind = devices.find((one) => one === word)
    if (word !== undefined && kind === undefined)
      return Promise.resolve(refused(`--devices is one of ${devices.join(', ')}`))
    const rules: SegmentRules =
      kind === undefined
        ? everybody
        : {
            match: 'all',
            groups: [{ match: 'all', is_not: false, conditions: [{ field: 'device', kinds: [kind] }] }],
          }
    const command: Command = {
      ...{ kind: 'reload' as const, text: { ru: '', uz: '' }, staysSec: 0, channelId: null, expiresMin: 60 },
    }
    return withServices(tools, (services) => start(input, services, { command, rules, name: kind ?? '' }))
  },
}

async function start(
  input: CommandInput,
  { work, audit }: Services,
  target: { readonly command: Command; readonly rules: SegmentRules; readonly name: string },
) {
  const reason = input.text('reason')?.trim() ?? ''
  if (reason === '' || reason.length > 500)
    return refused('write why after --reason, in at most 500 characters')
  const { db } = work
  const nowMs = systemClock.nowMs()
  const counted = await countSegment(db, target.rules, { nowMs, limitMs: countLimitMs })
  if (counted === undefined) return refused('counting takes longer than a minute')
  const { count, total } = counted
  if (isNearlyEverybody(counted) && input.text('everybody') !== String(count))
    return refused(`these are ${count} of all ${total} subscribers: confirm with --everybody ${count}`)
  const { command, rules, name } = target
  const batch = await startBatch(db, { command, rules, segmentName: name, reason, staff: undefined }, nowMs)
  const after = { kind: command.kind, segment: name, recipients: batch.recipients, reason }
  const change = { section: 'messages', subject: `command ${batch.batchId}`, after }
  await audit.record({ ...byOperator, event: 'command_started', change })
  return done(`Command ${batch.batchId} is given to ${batch.recipients} within a minute.`)
}

export const messagesCommandStop: CliCommand = {
  name: 'messages command-stop',
  usage: '<number>',
  summary: 'give a command to nobody more',
  help: `It is taken back from devices that have not got it yet.

Example
  npm run ekran -- messages command-stop 4`,
  min: 1,
  max: 1,
  run: (input, tools) =>
    withServices(tools, async ({ work, audit }) => {
      const [word = ''] = input.words
      const batchId = Number(word) || 0
      if (!(await stopBatch(work.db, batchId, systemClock.nowMs())))
        return refused(`command ${shown(word)} is not being given`)
      const change = { section: 'messages', subject: `command ${batchId}` }
      await audit.record({ ...byOperator, event: 'command_stopped', change })
      return done(`Command ${batchId} is stopped.`)
    }),
}
