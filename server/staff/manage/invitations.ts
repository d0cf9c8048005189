/** Links that make a member of staff, or set a new password: single use, 72 hours, only their hash is stored. */
import { invitationLifeSec } from '#contract/console/staff-fields.ts'
import type { Role } from '#contract/form/permissions.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { opaqueToken, tokenHash } from '#server/platform/primitives/ids.ts'
import type { StaffDeps } from '#server/staff/member/deps.ts'
import {
  findByLogin,
  findMember,
  lockStaff,
  memberFacts,
  roleOf,
  staffEvent,
  subjectOf,
} from '#server/staff/member/member.ts'
import { type Actor, type Management, mayManage } from '#server/staff/member/rules.ts'

export type LinkKind = 'invitation' | 'new_password'

/** A new link: the token, which is nowhere else, and its end in unix milliseconds. */
export interface NewLink {
  readonly kind: 'made'
  readonly token: string
  readonly expiresMs: number
}

export interface Invited {
  readonly login: string
  readonly name: string
  readonly role: Role
  readonly language: StaffLanguage
}

/**
 * Where a link leads. The token is after the `#`: a browser sends it to nobody. Without a public address it begins
 * at the site's root.
 */
export function linkAddress(token: string, publicUrl: string | undefined): string {
  const path = `/console/invitation#${token}`
  return publicUrl === undefined ? path : new URL(path, publicUrl).href
}

/** Invites a member; an earlier unused invitation of the same login ends. */
export async function inviteMember(
  deps: StaffDeps,
  by: Actor,
  invited: Invited,
): Promise<NewLink | { readonly kind: 'login_taken' | 'role_above_own' }> {
  const { login, name, role, language } = invited
  const made = await deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    if ((await findByLogin(trx, login)) !== undefined) return { kind: 'login_taken' } as const
    const former = await usableOf(trx, login, 'invitation')
    const formerRole = former === undefined ? role : roleOf(former.role)
    if (mayManage(by, { staffId: undefined, role: formerRole }, role) !== 'allowed')
      return { kind: 'role_above_own' } as const
    return makeLink(deps, trx, by, 'invitation', invited)
  })
  if (made.kind === 'made')
    await deps.audit.record(
      staffEvent('staff_invited', by, `invitation ${login}`, { after: { login, name, role, language } }),
    )
  return made
}

/** A link with which another member sets a new password; the second factor stays. */
export async function makePasswordLink(
  deps: StaffDeps,
  by: Actor,
  staffId: number,
): Promise<NewLink | { readonly kind: 'staff_not_found' | Exclude<Management, 'allowed'> }> {
  const made = await deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    const row = await findMember(trx, staffId)
    if (row === undefined) return { kind: 'staff_not_found' } as const
    const target = memberFacts(row)
    const may = mayManage(by, target)
    if (may !== 'allowed') return { kind: may } as const
    return makeLink(deps, trx, by, 'new_password', target)
  })
  if (made.kind === 'made')
    await deps.audit.record(staffEvent('staff_password_link_made', by, subjectOf(staffId)))
  return made
}

async function makeLink(
  { random, clock }: StaffDeps,
  trx: DbTransaction,
  by: Actor,
  kind: LinkKind,
  { login, name, role, language }: Invited,
): Promise<NewLink> {
  const nowMs = clock.nowMs()
  const expiresMs = nowMs + invitationLifeSec * 1000
  await revokeUsable(trx, nowMs, login, kind)
  const token = opaqueToken(random)
  await trx
    .insertInto('staff_invitation')
    .values({
      token_hash: tokenHash(token),
      kind,
      login,
      name,
      role,
      language,
      invited_by: by.kind === 'staff' ? by.name : '',
      created_at: new Date(nowMs),
      expires_at: new Date(expiresMs),
    })
    .execute()
  return { kind: 'made', token, expiresMs }
}

function usableOf(trx: DbTransaction, login: string, kind: LinkKind) {
  return trx
    .selectFrom('staff_invitation')
    .selectAll()
    .where('login', '=', login)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

async function revokeUsable(trx: DbTransaction, nowMs: number, login: string, kind: LinkKind): Promise<void> {
  await trx
    .updateTable('staff_invitation')
    .set({ revoked_at: new Date(nowMs) })
    .where('login', '=', login)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}

/** The links of this maker that were not used yet: a name, as links carry it. Members of the same name share them. */
function usableBy(trx: DbTransaction, maker: string) {
  return trx
    .updateTable('staff_invitation')
    .where('invited_by', '=', maker)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
}

/**
 * Ends the unused links of a member who may not make any more: such a link would be a way back in. Returns how many. Links
 * of another member of the same name end too, and can be made again.
 */
export async function revokeLinksBy(trx: DbTransaction, nowMs: number, maker: string): Promise<number> {
  const { numUpdatedRows } = await usableBy(trx, maker)
    .set({ revoked_at: new Date(nowMs) })
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Unused links follow the new name of who made them; where somebody else has the former name too, they end. */
export async function renameLinksBy(
  trx: DbTransaction,
  nowMs: number,
  { staffId, former, name }: { readonly staffId: number; readonly former: string; readonly name: string },
): Promise<void> {
  const other = await trx
    .selectFrom('staff')
    .select('staff_id')
    .where('name', '=', former)
    .where('staff_id', '!=', staffId)
    .limit(1)
    .executeTakeFirst()
  if (other !== undefined) await revokeLinksBy(trx, nowMs, former)
  else await usableBy(trx, former).set({ invited_by: name }).execute()
}

/** Takes back a link that was not used yet. */
export async function revokeInvitation(
  deps: StaffDeps,
  by: Actor,
  invitationId: number,
): Promise<'revoked' | 'invitation_not_found' | 'role_above_own'> {
  const revoked = await deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    const row = await trx
      .selectFrom('staff_invitation')
      .selectAll()
      .where('invitation_id', '=', invitationId)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return 'invitation_not_found'
    if (mayManage(by, { staffId: undefined, role: roleOf(row.role) }) !== 'allowed') return 'role_above_own'
    await revokeUsable(trx, deps.clock.nowMs(), row.login, row.kind)
    return row
  })
  if (typeof revoked === 'string') return revoked
  const { login, name, role, kind } = revoked
  await deps.audit.record(
    staffEvent('staff_invitation_revoked', by, `invitation ${login}`, {
      before: { login, name, role, kind },
    }),
  )
  return 'revoked'
}

/** A link that can still be used. Times are unix milliseconds. */
export interface UsableLink {
  readonly invitationId: number
  readonly kind: LinkKind
  readonly login: string
  readonly name: string
  readonly role: Role
  readonly language: StaffLanguage
  /** '' for an operator at the command line. */
  readonly invitedBy: string
  readonly createdMs: number
  readonly expiresMs: number
}

/** The links that can still be used, the newest first. */
export async function listInvitations({
  db,
  clock,
}: Pick<StaffDeps, 'db' | 'clock'>): Promise<readonly UsableLink[]> {
  const rows = await usableLinks(db, clock.nowMs()).orderBy('invitation_id', 'desc').limit(500).execute()
  return rows.map(usableLink)
}

/** The link with this token, while it can be used. */
export async function findInvitation(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  token: string,
): Promise<UsableLink | undefined> {
  const row = await usableLinks(db, clock.nowMs())
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  return row === undefined ? undefined : usableLink(row)
}

function usableLinks(db: Db, nowMs: number) {
  return db
    .selectFrom('staff_invitation')
    .selectAll()
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
}

type LinkRow = Awaited<ReturnType<ReturnType<typeof usableLinks>['executeTakeFirstOrThrow']>>

function usableLink(row: LinkRow): UsableLink {
  return {
    invitationId: row.invitation_id,
    kind: row.kind,
    login: row.login,
    name: row.name,
    role: roleOf(row.role),
    language: row.language,
    invitedBy: row.invited_by,
    createdMs: row.created_at.getTime(),
    expiresMs: row.expires_at.getTime(),
  }
}

/** Uses up a link: true for one request only, however many send its token at once. */
export async function takeInvitation(
  { clock }: Pick<StaffDeps, 'clock'>,
  trx: DbTransaction,
  token: string,
): Promise<boolean> {
  const now = new Date(clock.nowMs())
  const { numUpdatedRows } = await trx
    .updateTable('staff_invitation')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0
}
