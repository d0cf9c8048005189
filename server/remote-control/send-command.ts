import { countQueued, queueCommand, takeSequence } from './command-queue.ts'
import { askForConsent, findConsent, type SessionPair } from './consents.ts'
import { liveDevices, type RemoteControlDeps } from './deps.ts'
import { notifyRemoteChanged } from './changes.ts'
import { judgeCommand, type Judgement } from './rules.ts'
import { lockTelevision } from './television-store.ts'
import type { RemoteCommand } from '#contract/playback/remote-control.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

export interface SentCommand {
  readonly viewer: Viewer
  readonly tvId: number
  readonly command: RemoteCommand
  readonly sequence: number
}

export type Sent =
  | 'sent'
  /** The television shows the question; the command is not executed. */
  | 'asking'
  | 'denied'
  | 'off'
  | 'full'
  | 'device_not_found'
  /** The sending session has ended meanwhile. */
  | 'ended'

/** Sends a command to a television of the account, or makes it ask for consent first. */
export async function sendCommand(deps: RemoteControlDeps, sent: SentCommand): Promise<Sent> {
  const { viewer, tvId } = sent
  const devices = await liveDevices(deps, viewer.accountId)
  if (!devices.some(({ sessionId }) => sessionId === viewer.sessionId)) return 'ended'
  const tv = devices.find((device) => device.deviceId === tvId && device.sessionId !== viewer.sessionId)
  if (tv === undefined) return 'device_not_found'
  const pair = { tvSessionId: tv.sessionId, controllerSessionId: viewer.sessionId }
  const judged = await judgeAndWrite(deps, sent, pair)
  if (judged === 'full') deps.log.warn('remote_control.queue_full', { television: tvId })
  return judged === 'accept' ? 'sent' : judged === 'ask' ? 'asking' : judged
}

/** Locks both sessions until the transaction ends; false when one of them has ended since the devices were listed. */
async function holdSessions(trx: DbTransaction, pair: SessionPair): Promise<boolean> {
  const rows = await trx
    .selectFrom('session')
    .select('session_id')
    .where('session_id', 'in', [pair.tvSessionId, pair.controllerSessionId])
    .orderBy('session_id')
    .forKeyShare()
    .execute()
  return rows.length === 2
}

function judgeAndWrite(
  { db, clock }: RemoteControlDeps,
  { viewer, command, sequence }: SentCommand,
  pair: SessionPair,
): Promise<Judgement | 'device_not_found'> {
  return db.transaction().execute(async (trx) => {
    const nowMs = clock.nowMs()
    if (!(await holdSessions(trx, pair))) return 'device_not_found'
    const presence = await lockTelevision(trx, pair.tvSessionId)
    const consent = await findConsent(trx, pair)
    const queued = await countQueued(trx, pair.tvSessionId, nowMs)
    const judged = judgeCommand({ presence, consent, queued }, nowMs)
    if (judged === 'ask') await askForConsent(trx, pair, nowMs)
    else if (judged !== 'accept' || !(await takeSequence(trx, pair, sequence))) return judged
    else await queueCommand(trx, pair, command, nowMs)
    await notifyRemoteChanged(trx, 'commands', viewer.accountId)
    if (judged === 'ask') await notifyRemoteChanged(trx, 'state', viewer.accountId)
    return judged
  })
}
