import type { Busy } from '#server/accounts/accounts.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { findInvitation, takeInvitation, type UsableLink } from '#server/staff/manage/invitations.ts'
import type { StaffClient, StaffDeps } from '#server/staff/member/deps.ts'
import { findByLogin, lockStaff, ownEvent } from '#server/staff/member/member.ts'
import { endSessions } from '#server/staff/sessions/staff-session.ts'
import { insertMember, isWeak } from './add-member.ts'
import { passwordProven, type PasswordProven } from './log-in.ts'

export interface Acceptance {
  readonly token: string
  readonly password: string
  /** Default: those of the invitation. */
  readonly name?: string | undefined
  readonly language?: StaffLanguage | undefined
}

export type Accepted =
  | PasswordProven
  | { readonly kind: 'ended' }
  | { readonly kind: 'weak' }
  | { readonly kind: 'login_taken' }
  | { readonly kind: 'blocked' }
  | Busy

/** Uses a link: adds the member with this password, or sets it for one, and starts the session of the second factor. */
export async function acceptInvitation(
  deps: StaffDeps,
  acceptance: Acceptance,
  client: StaffClient,
): Promise<Accepted> {
  const { token, password } = acceptance
  const link = await findInvitation(deps, token)
  if (link === undefined) return { kind: 'ended' }
  const person = {
    login: link.login,
    name: acceptance.name ?? link.name,
    language: acceptance.language ?? link.language,
  }
  if (isWeak(password, person)) return { kind: 'weak' }
  const passwordHash = await deps.passwords.hashOf(password)
  if (typeof passwordHash !== 'string') return passwordHash
  const accepted = await deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    if (!(await takeInvitation(deps, trx, token))) return { kind: 'ended' } as const
    const stored =
      link.kind === 'invitation'
        ? await addInvited(deps, trx, link, { ...person, passwordHash })
        : await replacePassword(deps, trx, link, passwordHash)
    if (stored.kind !== 'stored') return stored
    return { ...stored, proven: await passwordProven(deps, trx, stored.staffId, client) }
  })
  if (accepted.kind !== 'stored') return accepted
  const { staffId, name, proven } = accepted
  const event = link.kind === 'invitation' ? 'staff_invitation_accepted' : 'staff_password_replaced'
  const after = link.kind === 'invitation' ? { ...person, role: link.role } : undefined
  await deps.audit.record(ownEvent(event, { staffId, name }, client, {}, { after }))
  return proven
}

type Stored =
  | { readonly kind: 'stored'; readonly staffId: number; readonly name: string }
  | { readonly kind: 'login_taken' | 'blocked' | 'ended' }

async function addInvited(
  deps: StaffDeps,
  trx: DbTransaction,
  { role }: UsableLink,
  person: {
    readonly login: string
    readonly name: string
    readonly language: StaffLanguage
    readonly passwordHash: string
  },
): Promise<Stored> {
  const staffId = await insertMember(deps, trx, { ...person, role })
  return staffId === undefined ? { kind: 'login_taken' } : { kind: 'stored', staffId, name: person.name }
}

/** A member who was blocked meanwhile stays out; the link is used up. */
async function replacePassword(
  { clock }: StaffDeps,
  trx: DbTransaction,
  { login }: UsableLink,
  passwordHash: string,
): Promise<Stored> {
  const row = await findByLogin(trx, login)
  if (row === undefined) return { kind: 'ended' }
  if (row.state === 'blocked') return { kind: 'blocked' }
  await trx
    .updateTable('staff')
    .set({ password_hash: passwordHash })
    .where('staff_id', '=', row.staff_id)
    .execute()
  await endSessions(trx, clock.nowMs(), row.staff_id)
  return { kind: 'stored', staffId: row.staff_id, name: row.name }
}
