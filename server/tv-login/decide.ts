import { type DeviceRow, shownModel } from '#server/accounts/accounts.ts'
import { deviceLimit } from '#contract/form/constants.ts'
import { type OpenRequest, approve, deny, findOpen } from './request.ts'
import { normalUserCode } from './rules.ts'
import type { TvLoginDeps } from './deps.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

/** A logged-in viewer who has entered a code. */
export interface Person {
  readonly viewer: Viewer
  readonly typed: string
}

export interface Decision extends Person {
  readonly clientAddress: string
  readonly allow: boolean
  /** The device that releases its slot when the account is full. */
  readonly releaseDeviceId: number | undefined
}

export type Looked =
  | { readonly kind: 'found'; readonly request: OpenRequest }
  /** No such code, or an expired one: the response does not say which. */
  | { readonly kind: 'wrong' }

export type Decided =
  | { readonly kind: 'done' }
  | Exclude<Looked, { kind: 'found' }>
  | { readonly kind: 'full'; readonly devices: readonly DeviceRow[] }
  | { readonly kind: 'no_device' }
  /** The staff has banned the television from this account. */
  | { readonly kind: 'banned' }

/**
 * The device behind a code. The rate limit of guesses is declared by the endpoints (`contract/accounts/tv-login.ts`).
 */
export async function look(deps: TvLoginDeps, person: Person): Promise<Looked> {
  const userCode = normalUserCode(person.typed)
  const request = userCode === undefined ? undefined : await findOpen(deps.db, userCode, deps.clock.nowMs())
  // A request approved by another account is visible to that account only.
  const isOthers =
    request !== undefined && request.accountId !== null && request.accountId !== person.viewer.accountId
  return request === undefined || isOthers ? { kind: 'wrong' } : { kind: 'found', request }
}

/** Approves or denies the television. A repeated decision, after a lost response, counts once. */
export async function decide(deps: TvLoginDeps, decision: Decision): Promise<Decided> {
  const looked = await look(deps, decision)
  if (looked.kind !== 'found') return looked
  return decision.allow ? letIn(deps, decision, looked.request) : sendAway(deps, decision, looked.request)
}

async function letIn(deps: TvLoginDeps, decision: Decision, request: OpenRequest): Promise<Decided> {
  const { accountId } = decision.viewer
  if (request.accountId === accountId) return { kind: 'done' }
  if (await deps.accounts.isBanned(accountId, request.uid)) return { kind: 'banned' }
  const place = await findPlace(deps, decision, request)
  if (place.kind !== 'done') return place
  const approved = await approve(deps.db, request.requestId, decision.viewer, deps.clock.nowMs())
  if (approved === 'gone') return { kind: 'wrong' }
  record(deps, decision, request, 'tv_login_allowed')
  return { kind: 'done' }
}

/**
 * The slot is checked now, while the viewer with the phone can choose which device to release, though the television
 * takes it only at its next poll. If another device is faster in between, that poll returns `full`.
 */
async function findPlace(deps: TvLoginDeps, decision: Decision, request: OpenRequest): Promise<Decided> {
  const { accounts } = deps
  const { accountId, sessionId } = decision.viewer
  const current = await accounts.listDevices(accountId, sessionId)
  // A device that already has a slot, though it lost the response, needs no other.
  const hasPlace = current.some(({ uid }) => uid === request.uid)
  if (hasPlace || current.length < deviceLimit) return { kind: 'done' }
  // The deciding device keeps its own slot: ending its session would end its approval before the television polls.
  const others = current.filter(({ isCurrent }) => !isCurrent)
  if (decision.releaseDeviceId === undefined) return { kind: 'full', devices: others }
  if (!others.some(({ deviceId }) => deviceId === decision.releaseDeviceId)) return { kind: 'no_device' }
  const by = { actor: 'viewer', address: decision.clientAddress } as const
  const removed = await accounts.removeDevice(accountId, decision.releaseDeviceId, by)
  return removed === 'removed' ? { kind: 'done' } : { kind: 'no_device' }
}

async function sendAway(deps: TvLoginDeps, decision: Decision, request: OpenRequest): Promise<Decided> {
  const { accountId } = decision.viewer
  const denied = await deny(deps.db, request.requestId, accountId, deps.clock.nowMs())
  if (denied === 'gone') return { kind: 'wrong' }
  record(deps, decision, request, 'tv_login_denied')
  return { kind: 'done' }
}

/** The request does not wait for the audit, which queues the event. */
function record(
  deps: TvLoginDeps,
  decision: Decision,
  request: OpenRequest,
  event: 'tv_login_allowed' | 'tv_login_denied',
): void {
  void deps.audit.record({
    event,
    actor: 'viewer',
    accountId: decision.viewer.accountId,
    address: decision.clientAddress,
    device: shownModel(request.model) || request.uid,
    facts: { kind: request.kind, asked_from: request.address },
  })
}
