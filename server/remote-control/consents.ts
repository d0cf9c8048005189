/** The rows of `remote_consent`: answers given on a television to devices that request control. */
import { liveDevices, type LiveDevice, type RemoteControlDeps } from './deps.ts'
import { notifyRemoteChanged } from './changes.ts'
import { askingMs, type StoredConsent } from './rules.ts'
import { shownModel } from '#server/accounts/accounts.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

/** The two sessions of an answer. */
export interface SessionPair {
  readonly tvSessionId: string
  readonly controllerSessionId: string
}

export async function findConsent(db: Db, pair: SessionPair): Promise<StoredConsent | undefined> {
  const row = await db
    .selectFrom('remote_consent')
    .select(['answer', 'asked_at'])
    .where('tv_session_id', '=', pair.tvSessionId)
    .where('controller_session_id', '=', pair.controllerSessionId)
    .executeTakeFirst()
  return row === undefined ? undefined : { answer: row.answer, requestedMs: row.asked_at.getTime() }
}

/** The answers given to one device, by the television's session. */
export async function consentsOf(
  db: Db,
  controllerSessionId: string,
): Promise<ReadonlyMap<string, StoredConsent>> {
  const rows = await db
    .selectFrom('remote_consent')
    .select(['tv_session_id', 'answer', 'asked_at'])
    .where('controller_session_id', '=', controllerSessionId)
    .execute()
  return new Map(
    rows.map((row) => [row.tv_session_id, { answer: row.answer, requestedMs: row.asked_at.getTime() }]),
  )
}

/** Makes the television show the question, unless it was answered meanwhile. */
export async function askForConsent(trx: DbTransaction, pair: SessionPair, nowMs: number): Promise<void> {
  await trx
    .insertInto('remote_consent')
    .values({
      tv_session_id: pair.tvSessionId,
      controller_session_id: pair.controllerSessionId,
      answer: 'asking',
      asked_at: new Date(nowMs),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tv_session_id', 'controller_session_id'])
        .doUpdateSet({ asked_at: new Date(nowMs) })
        .where('remote_consent.answer', '=', 'asking'),
    )
    .execute()
}

/** The sessions of the devices that request control of a television and have no answer yet, with the time of the request. */
export async function sessionsThatAsk(
  db: Db,
  tvSessionId: string,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('remote_consent')
    .select(['controller_session_id', 'asked_at'])
    .where('tv_session_id', '=', tvSessionId)
    .where('answer', '=', 'asking')
    .where('asked_at', '>', new Date(nowMs - askingMs))
    .execute()
  return new Map(rows.map((row) => [row.controller_session_id, row.asked_at.getTime()]))
}

export interface Decision {
  /** The television's own session. */
  readonly viewer: Viewer
  readonly controllerId: number
  readonly allow: boolean
  readonly clientAddress: string
}

/** Stores an answer given on the television. Repeated after a lost response, it counts once. */
export async function decide(
  deps: RemoteControlDeps,
  { viewer, controllerId, allow, clientAddress }: Decision,
): Promise<'done' | 'device_not_found'> {
  const devices = await liveDevices(deps, viewer.accountId)
  const controller = devices.find((device) => device.deviceId === controllerId)
  if (controller === undefined) return 'device_not_found'
  const answer = allow ? 'allowed' : 'denied'
  const written = await deps.db
    .updateTable('remote_consent')
    .set({ answer })
    .where('tv_session_id', '=', viewer.sessionId)
    .where('controller_session_id', '=', controller.sessionId)
    .where('answer', 'in', ['asking', answer])
    .executeTakeFirst()
  if (written.numUpdatedRows === 0n) return 'device_not_found'
  await notifyBoth(deps, viewer.accountId)
  record(deps, `remote_control_${answer}`, controller, viewer.accountId, clientAddress)
  return 'done'
}

/** Which devices may control it, and which may not; unanswered questions are not included. */
export interface Answer {
  readonly tvId: number
  readonly controllerId: number
  readonly isAllowed: boolean
}

export async function listConsents(deps: RemoteControlDeps, accountId: number): Promise<readonly Answer[]> {
  const devices = await liveDevices(deps, accountId)
  const idOf = new Map(devices.map(({ sessionId, deviceId }) => [sessionId, deviceId]))
  if (devices.length < 2) return []
  const rows = await deps.db
    .selectFrom('remote_consent')
    .select(['tv_session_id', 'controller_session_id', 'answer'])
    .where('tv_session_id', 'in', [...idOf.keys()])
    .where('answer', '<>', 'asking')
    .orderBy('asked_at')
    .execute()
  return rows.flatMap((row) => {
    const [tvId, controllerId] = [idOf.get(row.tv_session_id), idOf.get(row.controller_session_id)]
    if (tvId === undefined || controllerId === undefined) return []
    return [{ tvId, controllerId, isAllowed: row.answer === 'allowed' }]
  })
}

export interface Revocation {
  readonly accountId: number
  readonly tvId: number
  readonly controllerId: number
  readonly clientAddress: string
}

/** Deletes an answer, with the pending commands that depend on it. */
export async function revoke(
  deps: RemoteControlDeps,
  { accountId, tvId, controllerId, clientAddress }: Revocation,
): Promise<'done' | 'device_not_found'> {
  const devices = await liveDevices(deps, accountId)
  const tv = devices.find((device) => device.deviceId === tvId)
  const controller = devices.find((device) => device.deviceId === controllerId)
  if (tv === undefined || controller === undefined) return 'device_not_found'
  await deps.db.transaction().execute(async (trx) => {
    for (const table of ['remote_consent', 'remote_command'] as const)
      await trx
        .deleteFrom(table)
        .where('tv_session_id', '=', tv.sessionId)
        .where('controller_session_id', '=', controller.sessionId)
        .execute()
  })
  await notifyBoth(deps, accountId)
  record(deps, 'remote_control_revoked', controller, accountId, clientAddress)
  return 'done'
}

async function notifyBoth({ db }: RemoteControlDeps, accountId: number): Promise<void> {
  await notifyRemoteChanged(db, 'state', accountId)
  await notifyRemoteChanged(db, 'commands', accountId)
}

/** The request does not wait for the audit, which queues the event. */
function record(
  { audit }: RemoteControlDeps,
  event: string,
  controller: LiveDevice,
  accountId: number,
  address: string,
): void {
  void audit.record({
    event,
    actor: 'viewer',
    accountId,
    address,
    device: controller.name || shownModel(controller.model) || controller.uid,
    facts: { device_id: controller.deviceId },
  })
}
