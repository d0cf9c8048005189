/** Commands to devices in the console: to one, to a segment, to all clients of a kind of device. */
import { isNearlyEverybody } from '#contract/console/campaigns.ts'
import { consoleCommands as endpoints } from '#contract/console/commands.ts'
import { everybody as everybodyRules, type SegmentRules } from '#contract/console/segment-rules.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Audit } from '#server/audit/audit.ts'
import {
  type CommandBatch,
  listBatches,
  sendCommandsJob,
  startBatch,
  stopBatch,
} from '#server/campaigns/campaigns.ts'
import { type Command, commandProblem } from '#server/commands/commands.ts'
import {
  bindConsole,
  type ConsoleCall,
  type ConsoleHandlers,
} from '#server/console/admission/bind-console.ts'
import { presentAct, requestOf, stoppedAs } from '#server/console/subscribers/acts/act-answers.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { countSegment, findSegment } from '#server/segments/segments.ts'
import { commandDevice, type CommandDeps } from '#server/subscribers/subscribers.ts'
import { recordChange } from './record-change.ts'

export interface CommandEndpointDeps extends Omit<CommandDeps, 'withLock'> {
  readonly audit: Audit
  readonly jobs: Pick<Jobs, 'send'>
}

/** Nobody waits for it while typing. */
const countLimitMs = 20_000
const reloadExpiresMin = 60

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

export function commandEndpoints(options: CommandEndpointDeps): readonly BoundEndpoint[] {
  const deps = { ...options, withLock: keyedMutex() }
  const { db, clock, television } = deps
  return bindConsole('consoleCommands', endpoints, {
    ...segmentHandlers(deps),
    ...deviceHandlers(deps),
    choices: async () =>
      respond({
        channels: television.now().channels.map(({ cid, number, name: { ru, uz } }) => ({
          ...{ id: cid, number },
          name: { ru, uz },
        })),
      }),
    list: async () => {
      const names = new Map(television.now().channels.map(({ cid, name }) => [cid, name]))
      const batches = await listBatches(db, clock.nowMs())
      return respond({ commands: batches.map((one) => presentBatch(one, names)) })
    },
    reloads: async () => {
      const batches = await listBatches(db, clock.nowMs())
      return respond({ reloads: batches.filter(isReloading).map(presentReload) })
    },
  })
}

function deviceHandlers(deps: CommandDeps): Handlers<'device'> {
  return {
    device: async (input, call) => {
      const outcome = await commandDevice(deps, {
        ...{ ...requestOf(input, call), deviceId: input.device_id, command: commandOf(input) },
      })
      switch (outcome.kind) {
        case 'acted':
          return respond({ ...presentAct(outcome), client_command_id: outcome.act.result.commandId })
        case 'device_not_found':
          return reject('device_not_found')
        case 'no_text':
        case 'no_channel':
          return reject(failureOf[outcome.kind])
        default:
          return stoppedAs(outcome)
      }
    },
  }
}

const failureOf = { no_text: 'command_needs_text', no_channel: 'command_needs_channel' } as const

function segmentHandlers(deps: CommandEndpointDeps): Handlers<'start' | 'reload' | 'stop' | 'stopReload'> {
  const { db, clock, audit, television } = deps
  return {
    start: async (input, call) => {
      const command = commandOf(input)
      const channels = new Set(television.now().channels.map(({ cid }) => cid))
      const problem = commandProblem(command, channels)
      if (problem !== undefined) return reject(failureOf[problem])
      const segment = input.segment_id === null ? everyone : await findSegment(db, input.segment_id)
      if (segment === undefined) return reject('segment_not_found')
      const { reason, everybody } = input
      return begin(deps, call, { command, reason, everybody, rules: segment.rules, name: segment.name })
    },
    reload: async ({ devices, reason, everybody }, call) => {
      const command = { ...nothing, kind: 'reload', expiresMin: reloadExpiresMin } as const
      const rules: SegmentRules =
        devices === 'all'
          ? everybodyRules
          : {
              match: 'all',
              groups: [{ match: 'all', is_not: false, conditions: [{ field: 'device', kinds: [devices] }] }],
            }
      return begin(deps, call, { command, reason, everybody, rules, name: devices === 'all' ? '' : devices })
    },
    stop: async ({ command_batch_id: batchId }, call) => {
      if (!(await stopBatch(db, batchId, clock.nowMs()))) return reject('command_ended')
      await recordChange(audit, call, { event: 'command_stopped', subject: `command ${batchId}` })
      return respond({})
    },
    stopReload: async ({ command_batch_id: batchId }, call) => {
      if (!(await stopBatch(db, batchId, clock.nowMs(), 'reload'))) return reject('command_ended')
      await recordChange(audit, call, { event: 'command_stopped', subject: `command ${batchId}` })
      return respond({})
    },
  }
}

const everyone = { rules: everybodyRules, name: '' }
const nothing = { text: { ru: '', uz: '' }, staysSec: 0, channelId: null }

interface Beginning {
  readonly command: Command
  readonly rules: SegmentRules
  readonly name: string
  readonly reason: string
  readonly everybody: number
}

/** Counts first: a command to nearly everybody needs their number. */
async function begin(
  { db, clock, audit, jobs }: CommandEndpointDeps,
  call: ConsoleCall,
  { command, rules, name, reason, everybody }: Beginning,
) {
  const counted = await countSegment(db, rules, { nowMs: clock.nowMs(), limitMs: countLimitMs })
  if (counted === undefined) return reject('busy')
  const { count } = counted
  if (isNearlyEverybody(counted) && everybody !== count)
    return reject('segment_is_everybody', { values: { count } })
  const staff = { staffId: call.staff.staffId, name: call.staff.name }
  const started = await startBatch(db, { command, rules, segmentName: name, reason, staff }, clock.nowMs())
  await recordChange(audit, call, {
    ...{ event: 'command_started', subject: `command ${started.batchId}` },
    after: {
      ...{ kind: command.kind, segment: name, recipients: started.recipients, reason },
      ...(command.kind === 'message' ? { text_ru: command.text.ru, text_uz: command.text.uz } : {}),
      ...(command.kind === 'channel' ? { channel: command.channelId } : {}),
    },
  })
  await jobs.send(sendCommandsJob, {})
  return respond({ command_batch_id: started.batchId, recipients: started.recipients })
}

/** Line breaks stay; other control characters and marks of direction, which reorder a text, do not. */
function plain(written: string): string {
  return written
    .toWellFormed()
    .replace(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
}

interface Written {
  readonly kind: Command['kind']
  readonly text_ru: string
  readonly text_uz: string
  readonly stays_sec: number
  readonly channel_id: number
  readonly expires_min: number
}

/** Without what its kind has not. */
function commandOf(input: Written): Command {
  const { kind, expires_min: expiresMin } = input
  const isMessage = kind === 'message'
  return {
    ...{ kind, expiresMin, staysSec: isMessage ? input.stays_sec : 0 },
    text: isMessage ? { ru: plain(input.text_ru), uz: plain(input.text_uz) } : nothing.text,
    channelId: kind === 'channel' && input.channel_id > 0 ? input.channel_id : null,
  }
}

function isReloading({ state, command }: CommandBatch): boolean {
  return state === 'running' && command.kind === 'reload'
}

function presentReload({ batchId, segmentName: segment, ...batch }: CommandBatch) {
  return {
    ...{ command_batch_id: batchId, segment, reason: batch.reason, recipients: batch.recipients },
    ...{ reached: batch.reached, left_out: batch.leftOut },
    ...{ created_at: Math.floor(batch.createdMs / 1000), by: batch.staff?.name ?? '' },
  }
}

function presentBatch(
  batch: CommandBatch,
  names: ReadonlyMap<number, { readonly ru: string; readonly uz: string }>,
) {
  const { command, counts } = batch
  const { ru = '', uz = '' } = names.get(command.channelId ?? 0) ?? {}
  return {
    ...{ command_batch_id: batch.batchId, kind: command.kind, state: batch.state },
    ...{ text_ru: command.text.ru, text_uz: command.text.uz, stays_sec: command.staysSec },
    ...{ channel: { ru, uz }, segment: batch.segmentName, reason: batch.reason },
    ...{ recipients: batch.recipients, reached: batch.reached, left_out: batch.leftOut, ...counts },
    ...{ created_at: Math.floor(batch.createdMs / 1000), by: batch.staff?.name ?? '' },
  }
}
