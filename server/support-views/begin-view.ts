import type { Insertable } from 'kysely'
import type { SupportDevice } from '#contract/form/support-views.ts'
import { supportCodeSec, supportViewSec } from '#contract/form/support-views.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { storedDevices } from '#server/accounts/accounts.ts'
import { profilesToStaff } from '#server/profiles/profiles.ts'
import { opaqueToken, tokenHash, uuid } from '#server/platform/primitives/ids.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import type { SupportViewDeps } from './deps.ts'
import { endViews } from './end-views.ts'
import type { SupportViewTable } from './tables.ts'

export interface NewView {
  readonly staff: StaffMember
  readonly accountId: number
  /** The profile that is seen; 0: the first one. */
  readonly profileNo: number
  readonly device: SupportDevice
  readonly reason: string
  readonly language: StaffLanguage
  /** The member's address. */
  readonly address: string
}

export type ViewStarted =
  | {
      readonly kind: 'started'
      readonly viewId: string
      /** Opens the view once, within a minute. */
      readonly code: string
      readonly untilMs: number
      /** The brand of the subscriber; null: the main one. */
      readonly serviceId: number | null
    }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'closed' }
  /** The account has no such profile, or not any more. */
  | { readonly kind: 'no_profile' }

const maxDevices = 50

/** Begins a view; the former one of the member ends. Resolves when it is in the audit. */
export async function beginView(deps: SupportViewDeps, view: NewView): Promise<ViewStarted> {
  const { clock, random, audit, accounts } = deps
  const { staff, accountId, profileNo, device, reason, language, address } = view
  const nowMs = clock.nowMs()
  const account = await accounts.accountOf(accountId)
  if (account === undefined) return { kind: 'not_found' }
  if (account.state !== 'active') return { kind: 'closed' }
  const { profiles } = await profilesToStaff(deps.db, accountId)
  if (!profiles.some(({ no }) => no === profileNo)) return { kind: 'no_profile' }
  const audience = await audienceOf(deps, accountId, device, address)
  const [viewId, code, untilMs] = [uuid(random), opaqueToken(random), nowMs + supportViewSec * 1000]
  await storeView(
    deps,
    {
      ...{
        view_id: viewId,
        staff_id: staff.staffId,
        staff_name: staff.name,
        staff_session_id: staff.sessionId,
      },
      ...{ account_id: accountId, profile_no: profileNo, device_kind: device, audience, reason, language },
      ...{ code_hash: tokenHash(code), created_at: new Date(nowMs), expires_at: new Date(untilMs) },
      code_until: new Date(nowMs + supportCodeSec * 1000),
    },
    address,
  )
  await audit.record({
    ...{ event: 'support_view_started', actor: 'staff', address, accountId },
    change: {
      staff: { staffId: staff.staffId, name: staff.name },
      ...{ section: 'subscribers', subject: `subscriber ${accountId}` },
      after: { reason, device, profile: profileNo, until: new Date(untilMs).toISOString() },
    },
  })
  return { kind: 'started', viewId, code, untilMs, serviceId: account.serviceId ?? null }
}

/** Two forms at once: whichever comes later replaces the other. */
const maxTries = 5

/** Ends the live view of the member and stores this one. */
async function storeView(
  deps: SupportViewDeps,
  row: Insertable<SupportViewTable>,
  address: string,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    await endViews(deps, { cause: 'replaced', nowMs: deps.clock.nowMs(), staffId: row.staff_id, address })
    const { numInsertedOrUpdatedRows } = await deps.db
      .insertInto('support_view')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (Number(numInsertedOrUpdatedRows) > 0) return
  }
  throw new Error('other views of the same member began at every try')
}

/** The audience of the last address on such a device, else of any device; without one that of the member. */
async function audienceOf(
  { db, clock, region }: SupportViewDeps,
  accountId: number,
  device: SupportDevice,
  address: string,
): Promise<string> {
  const devices = await storedDevices(db, accountId, { nowMs: clock.nowMs(), limit: maxDevices })
  const last = devices.find(({ kind }) => kind === device) ?? devices[0]
  return region.audienceOf(last === undefined || last.address === '' ? address : last.address)
}
