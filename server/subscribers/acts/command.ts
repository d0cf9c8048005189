/** Commands to one device of a subscriber: a message, loading again, another channel, signing out. */
import { type Command, commandProblem, queueForDevice } from '#server/commands/commands.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import { shownModel } from '#server/accounts/accounts.ts'
import type { AccessDeps, AccessRequest } from './access.ts'
import { type Performed, type WorkDone, performAct, performAround } from './perform-act.ts'

export interface CommandDeps extends AccessDeps {
  readonly television: Pick<LiveTelevision, 'now'>
}

export interface CommandRequest extends AccessRequest {
  readonly deviceId: number
  readonly command: Command
}

type Result = { readonly commandId: number }
type Refusal = { readonly kind: 'device_not_found' | 'no_text' | 'no_channel' }

/** Queues a command for a device that is logged in. A sign-out ends its session first, whatever its client does. */
export async function commandDevice(
  deps: CommandDeps,
  { deviceId, command, ...request }: CommandRequest,
): Promise<Performed<Result, Refusal>> {
  const { accounts, television } = deps
  const { accountId, by } = request
  const channels = new Set(television.now().channels.map(({ cid }) => cid))
  const { kind, text, staysSec, channelId, expiresMin } = command
  const inputs = [deviceId, text.ru, text.uz, staysSec, channelId ?? 0, expiresMin]
  const act = { ...request, kind: `command_${kind}`, inputs }
  const problem = commandProblem(command, channels)
  if (problem !== undefined) return { kind: problem }
  const device = (await accounts.listDevices(accountId)).find((one) => one.deviceId === deviceId)
  const name = device === undefined ? '' : device.name || shownModel(device.model)
  const staffName = by.staff?.name ?? ''
  const queued = (nowMs: number) => ({ command, staffName, nowMs, isDone: kind === 'sign_out' })
  const done = (commandId: number): WorkDone<Result> => ({
    ...{ kind: 'done', result: { commandId }, before: {}, device: name },
    after: { device: name, ...shownCommand(command) },
  })
  if (kind === 'sign_out')
    return performAround<Result, Refusal>(deps, act, async () => {
      if (device === undefined) return { kind: 'device_not_found' }
      const outcome = await accounts.removeDevice(accountId, deviceId, {
        actor: by.staff === undefined ? 'operator' : 'staff',
        ...(by.address === undefined ? {} : { address: by.address }),
      })
      if (outcome === 'device_not_found') return { kind: outcome }
      return done(await queueForDevice(deps.db, { accountId, deviceId }, queued(deps.clock.nowMs())))
    })
  return performAct<Result, Refusal>(deps, act, async (trx, nowMs) =>
    device === undefined
      ? { kind: 'device_not_found' }
      : done(await queueForDevice(trx, { accountId, deviceId }, queued(nowMs))),
  )
}

/** A command in the audit. */
function shownCommand({ kind, text, staysSec, channelId }: Command) {
  if (kind === 'message') return { text_ru: text.ru, text_uz: text.uz, stays_sec: staysSec }
  return kind === 'channel' ? { channel: channelId } : {}
}
