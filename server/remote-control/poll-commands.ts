import { dropCommands, findQueued, type QueuedCommand } from './command-queue.ts'
import { sessionsThatAsk } from './consents.ts'
import { liveDevices, type LiveDevice, type RemoteControlDeps } from './deps.ts'
import { notifyRemoteChanged } from './changes.ts'
import { onlineMs, sameNumbers } from './rules.ts'
import { markOn, writeReport } from './television-store.ts'
import type { Looked } from './waiting.ts'
import type { ReportedState } from '#contract/playback/remote-control.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

export interface Poll {
  /** The television. */
  readonly viewer: Viewer
  /** Its first request: earlier commands are dropped, and the response comes at once. */
  readonly isStart: boolean
  /** The commands it has received. */
  readonly done: readonly number[]
  /** The devices whose question it has received. */
  readonly asking: readonly number[]
  /** When they requested control, unix ms; null from a client that does not send it. */
  readonly requestedMs: readonly number[] | null
  readonly signal: AbortSignal
}

export type Polled =
  | {
      readonly kind: 'commands'
      readonly commands: readonly QueuedCommand[]
      readonly asking: readonly (LiveDevice & { readonly requestedMs: number })[]
    }
  | { readonly kind: 'full' }
  /** The television's session has ended. */
  | { readonly kind: 'ended' }

/** Waits for commands to a television, and for devices that request control of it. */
export async function pollCommands(deps: RemoteControlDeps, poll: Poll): Promise<Polled> {
  const { viewer, isStart, done, signal } = poll
  const { accountId, sessionId } = viewer
  const nowMs = deps.clock.nowMs()
  const hasCome = await markOn(deps.db, viewer, nowMs, nowMs - onlineMs)
  if (hasCome) await notifyRemoteChanged(deps.db, 'state', accountId)
  await dropCommands(deps.db, sessionId, isStart ? 'all' : done)
  const look = () => findCommands(deps, poll)
  const waited = await deps.waiting.wait(`commands:${accountId}`, look, signal)
  return waited.kind === 'full' ? waited : waited.answer
}

async function findCommands(
  deps: RemoteControlDeps,
  { viewer, isStart, asking, requestedMs }: Poll,
): Promise<Looked<Exclude<Polled, { kind: 'full' }>>> {
  const nowMs = deps.clock.nowMs()
  const [commands, sessions, devices] = await Promise.all([
    findQueued(deps.db, viewer.sessionId, nowMs),
    sessionsThatAsk(deps.db, viewer.sessionId, nowMs),
    liveDevices(deps, viewer.accountId),
  ])
  if (!devices.some(({ sessionId }) => sessionId === viewer.sessionId))
    return { isNew: true, answer: { kind: 'ended' } }
  const current = devices.flatMap((device) => {
    const requestedMs = sessions.get(device.sessionId)
    return requestedMs === undefined ? [] : [{ ...device, requestedMs }]
  })
  const isOther =
    !sameNumbers(
      asking,
      current.map(({ deviceId }) => deviceId),
    ) ||
    (requestedMs !== null &&
      !sameNumbers(
        requestedMs,
        current.map((device) => device.requestedMs),
      ))
  const answer = { kind: 'commands', commands, asking: current } as const
  return { isNew: isStart || commands.length > 0 || isOther, answer }
}

export interface Report {
  readonly viewer: Viewer
  readonly isOn: boolean
  readonly state: ReportedState | null
}

/** Stores a television's reported state, and notifies its controllers. */
export async function takeReport(deps: RemoteControlDeps, { viewer, ...report }: Report): Promise<void> {
  await writeReport(deps.db, viewer, report, deps.clock.nowMs())
  await notifyRemoteChanged(deps.db, 'state', viewer.accountId)
}
