/** Acts on what a subscriber signs in with: devices, sessions, password, phone, name, state. */
import { nameForAccount } from '#server/site/site.ts'
import { generatePassword, normalPhone, shownModel, type Accounts } from '#server/accounts/accounts.ts'
import type { Messages } from '#server/messages/messages.ts'
import { maskedPhone, passwordMessage, tellFormerPhone } from '#server/registration/registration.ts'
import { staffHolder, type Streams } from '#server/streams/streams.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { Log } from '#server/platform/log/log.ts'
import { type ActRequest, notSentKind, writeAct } from './act-store.ts'
import { type ActDeps, type Performed, performAround } from './perform-act.ts'

export interface AccessDeps extends ActDeps {
  readonly accounts: Pick<
    Accounts,
    | ('accountOf' | 'listDevices' | 'renameDevice' | 'removeDevice' | 'endSessions' | 'setSentPassword')
    | ('setState' | 'givePhone' | 'giveName' | 'banDevice' | 'unbanDevice' | 'bannedDevices')
  >
  readonly streams: Pick<Streams, 'stop'>
}

export type AccessRequest = Omit<ActRequest, 'kind' | 'inputs'>
type Values = Readonly<Record<string, unknown>>
type Nothing = Readonly<Record<never, never>>
const nothing: Nothing = {}
type DeviceGone = { readonly kind: 'device_not_found' }

/** Who does it, as the accounts module writes it into the audit, with the reason. */
function doneBy({ accountId, reason, by }: AccessRequest, before: Values, after: Values) {
  const { staff, address } = by
  return {
    actor: staff === undefined ? 'operator' : 'staff',
    ...(address === undefined ? {} : { address }),
    change: {
      ...(staff === undefined ? {} : { staff }),
      ...{ section: 'subscribers', subject: `subscriber ${accountId}`, before },
      after: { ...after, reason },
    },
  } as const
}

/** The accounts module has written it into the audit. */
const inAudit = { kind: 'done', result: nothing, before: {}, after: {}, isRecorded: true } as const

export interface DeviceRequest extends AccessRequest {
  readonly deviceId: number
  readonly what: 'rename' | 'remove' | 'ban'
  /** The new name; '' for none. */
  readonly name: string
}

/** Renames a device, ends its session, or bans it from the account. */
export async function actOnDevice(
  deps: AccessDeps,
  { deviceId, what, name, ...request }: DeviceRequest,
): Promise<Performed<Nothing, DeviceGone>> {
  const { accounts } = deps
  const { accountId, reason, by } = request
  const act = { ...request, kind: `device_${what}`, inputs: [deviceId, name] }
  return performAround<Nothing, DeviceGone>(deps, act, async () => {
    const device = (await accounts.listDevices(accountId)).find((one) => one.deviceId === deviceId)
    const before = { device: device === undefined ? '' : device.name || shownModel(device.model) }
    const outcome =
      what === 'rename'
        ? await accounts.renameDevice(accountId, deviceId, name, doneBy(request, before, { device: name }))
        : what === 'remove'
          ? await accounts.removeDevice(accountId, deviceId, doneBy(request, before, {}))
          : await accounts.banDevice(
              accountId,
              { deviceId, reason, byName: by.staff?.name ?? '' },
              doneBy(request, before, { banned: true }),
            )
    return outcome === 'device_not_found' ? { kind: outcome } : inAudit
  })
}

/** Lets a banned device log in again. */
export async function liftBan(
  deps: AccessDeps,
  { uid, ...request }: AccessRequest & { readonly uid: string },
): Promise<Performed<Nothing, DeviceGone>> {
  const act = { ...request, kind: 'device_unban', inputs: [uid] }
  return performAround<Nothing, DeviceGone>(deps, act, async () => {
    const by = doneBy(request, { banned: true }, { banned: false })
    const outcome = await deps.accounts.unbanDevice(request.accountId, uid, by)
    return outcome === 'device_not_found' ? { kind: outcome } : inAudit
  })
}

/** Stops one stream: the player gets the refusal of a stream that was stopped elsewhere. */
export async function stopStream(
  deps: AccessDeps,
  { streamId, ...request }: AccessRequest & { readonly streamId: string },
): Promise<Performed<Nothing, { readonly kind: 'stream_not_found' }>> {
  const act = { ...request, kind: 'stream_stopped', inputs: [streamId] }
  return performAround<Nothing, { readonly kind: 'stream_not_found' }>(deps, act, async () => {
    const outcome = await deps.streams.stop(request.accountId, streamId, staffHolder)
    if (outcome === 'stream_not_found') return { kind: outcome }
    return { kind: 'done', result: nothing, before: { playing: true }, after: { playing: false } }
  })
}

/** Ends every session of the account. */
export async function signOutEverywhere(
  deps: AccessDeps,
  request: AccessRequest,
): Promise<Performed<{ readonly sessions: number }, never>> {
  return performAround<{ readonly sessions: number }>(
    deps,
    { ...request, kind: 'signed_out', inputs: [] },
    async () => {
      const { accountId } = request
      const sessions = await deps.accounts.endSessions(accountId, undefined, doneBy(request, {}, {}))
      return { ...inAudit, result: { sessions } }
    },
  )
}

export interface PhoneDeps extends AccessDeps {
  /** Undefined where nothing is sent. */
  readonly messages: Pick<Messages, 'sendSms' | 'canSend'> | undefined
  readonly log: Pick<Log, 'warn'>
}

export type NotReset = { readonly kind: 'busy' | 'no_phone' | 'no_sms' | 'too_often' | 'not_sent' }

const resetsOfDay = 3
const dayMs = 86_400_000

/**
 * Sends a new password by SMS to the account's own phone, then sets it and ends every session: nobody of the staff sees
 * it, and it is stored nowhere. At most three times in a day, those that failed among them. Nothing is changed where no
 * SMS can be sent, or where it certainly did not arrive.
 */
export async function resetPassword(
  deps: PhoneDeps & { readonly random: RandomBytes },
  request: AccessRequest,
): Promise<Performed<{ readonly phone: string }, NotReset>> {
  const { db, accounts, messages, random } = deps
  const { accountId } = request
  const act = { ...request, kind: 'password_reset', inputs: [] }
  return performAround<{ readonly phone: string }, NotReset>(deps, act, async () => {
    const account = await accounts.accountOf(accountId)
    const phone = account?.phone ?? null
    if (phone === null) return { kind: 'no_phone' }
    if (messages === undefined || !messages.canSend().sms) return { kind: 'no_sms' }
    if ((await resetsOf(deps, accountId)) >= resetsOfDay) return { kind: 'too_often' }
    const password = generatePassword(random)
    const service = await nameForAccount(db, account, 'ru')
    const send = async () => {
      const sent = await messages.sendSms({ phone, text: passwordMessage('ru', password, service) })
      return sent.kind !== 'failed' || sent.mayHaveArrived === true
    }
    const set = await accounts.setSentPassword({ accountId, password, by: doneBy(request, {}, {}), send })
    // It may be repeated under the same key: another password is made.
    if (set.kind === 'not_sent') await countNotSent(deps, request)
    if (set.kind !== 'set') return { kind: set.kind }
    return { ...inAudit, result: { phone: maskedPhone(phone) } }
  })
}

/** How often a password was sent within a day, or was tried to be. */
async function resetsOf({ db, clock }: Pick<AccessDeps, 'db' | 'clock'>, accountId: number): Promise<number> {
  const { resets } = await db
    .selectFrom('subscriber_act')
    .select(({ fn }) => fn.countAll<number>().as('resets'))
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['password_reset', notSentKind])
    .where('done_at', '>', new Date(clock.nowMs() - dayMs))
    .executeTakeFirstOrThrow()
  return Number(resets)
}

async function countNotSent(
  { db, clock, random }: AccessDeps & { readonly random: RandomBytes },
  request: AccessRequest,
): Promise<void> {
  const key = `not-sent-${Buffer.from(random(12)).toString('hex')}`
  const act = { ...request, key, kind: notSentKind, inputs: [] }
  await writeAct(db, act, { result: nothing, traces: {}, nowMs: clock.nowMs() })
}

/** Gives the account another phone; its sessions stay, and the former number gets an SMS where SMS are sent. */
export async function changePhone(
  deps: PhoneDeps,
  { phone: written, ...request }: AccessRequest & { readonly phone: string },
): Promise<Performed<Nothing, { readonly kind: 'wrong_phone' | 'taken' }>> {
  const phone = normalPhone(written)
  if (phone === undefined) return { kind: 'wrong_phone' }
  const { accountId } = request
  const act = { ...request, kind: 'phone_changed', inputs: [phone] }
  type Refusal = { readonly kind: 'wrong_phone' | 'taken' }
  return performAround<Nothing, Refusal>(deps, act, async () => {
    const account = await deps.accounts.accountOf(accountId)
    const former = account?.phone ?? null
    if ((await deps.accounts.givePhone(accountId, phone)) === 'taken') return { kind: 'taken' }
    if (former !== null && former !== phone) {
      const service = await nameForAccount(deps.db, account, 'ru')
      await tellFormerPhone(deps, { former, phone, language: 'ru', service })
    }
    return { kind: 'done', result: nothing, before: { phone: former }, after: { phone } }
  })
}

/** Replaces the name of the account. */
export async function renameSubscriber(
  deps: AccessDeps,
  { name, ...request }: AccessRequest & { readonly name: string },
): Promise<Performed<Nothing, never>> {
  return performAround<Nothing>(deps, { ...request, kind: 'renamed', inputs: [name] }, async () => {
    const { accountId } = request
    const former = (await deps.accounts.accountOf(accountId))?.name ?? ''
    const cleaned = name
      .toWellFormed()
      .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
      .trim()
    await deps.accounts.giveName(accountId, cleaned)
    return { kind: 'done', result: nothing, before: { name: former }, after: { name: cleaned } }
  })
}

/** Blocks an account or opens it again; its sessions stay and are refused meanwhile. */
export async function setSubscriberState(
  deps: AccessDeps,
  { state, ...request }: AccessRequest & { readonly state: 'active' | 'blocked' },
): Promise<Performed<Nothing, never>> {
  return performAround<Nothing>(deps, { ...request, kind: `state_${state}`, inputs: [] }, async () => {
    const { accountId } = request
    const before = { state: (await deps.accounts.accountOf(accountId))?.state ?? '' }
    await deps.accounts.setState(accountId, state, doneBy(request, before, { state }))
    return inAudit
  })
}
