import { createHash } from 'node:crypto'
import { consentsOf } from './consents.ts'
import { liveDevices, type LiveDevice, type RemoteControlDeps } from './deps.ts'
import { consentNow, isOnNow, type Consent } from './rules.ts'
import { findTelevisions } from './television-store.ts'
import type { Looked } from './waiting.ts'
import type { ReportedState } from '#contract/playback/remote-control.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

/** A television that is on. */
export interface TelevisionOn {
  readonly device: LiveDevice
  readonly consent: Consent | 'none'
  /** Null for a device that may not control it: what is playing is private. */
  readonly state: ReportedState | null
  readonly reportedMs: number
}

export interface Listed {
  readonly kind: 'list'
  /** Changes whenever the list changes. */
  readonly tag: string
  readonly televisions: readonly TelevisionOn[]
}

/** The televisions of an account that are on; with the tag of an earlier response, waits for a change. */
export async function listTelevisions(
  deps: RemoteControlDeps,
  viewer: Viewer,
  seen: string | undefined,
  signal: AbortSignal,
): Promise<Listed | { readonly kind: 'full' }> {
  if (seen === undefined) return readTelevisions(deps, viewer)
  const look = async (): Promise<Looked<Listed>> => {
    const answer = await readTelevisions(deps, viewer)
    return { isNew: answer.tag !== seen, answer }
  }
  const waited = await deps.waiting.wait(`state:${viewer.accountId}`, look, signal)
  return waited.kind === 'full' ? waited : waited.answer
}

async function readTelevisions(deps: RemoteControlDeps, viewer: Viewer): Promise<Listed> {
  const nowMs = deps.clock.nowMs()
  const stored = await findTelevisions(deps.db, viewer.accountId)
  const on = stored.filter((one) => one.sessionId !== viewer.sessionId && isOnNow(one, nowMs))
  // Hardly any account has a television on: for the others this was the only statement.
  if (on.length === 0) return tagged([])
  const [devices, consents] = await Promise.all([
    liveDevices(deps, viewer.accountId),
    consentsOf(deps.db, viewer.sessionId),
  ])
  const televisions = devices.flatMap((device) => {
    const match = on.find(({ sessionId }) => sessionId === device.sessionId)
    if (match === undefined) return []
    const consent = consentNow(consents.get(device.sessionId), nowMs)
    const isAllowed = consent === 'allowed'
    return [
      {
        device,
        consent,
        state: isAllowed ? match.state : null,
        reportedMs: isAllowed ? match.reportedMs : 0,
      },
    ]
  })
  return tagged(televisions)
}

function tagged(televisions: readonly TelevisionOn[]): Listed {
  const shown = televisions.map(({ device, ...rest }) => [device.deviceId, device.name, rest])
  const tag = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
  return { kind: 'list', tag, televisions }
}
