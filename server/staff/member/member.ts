import { sql, type Selectable } from 'kysely'
import { roles, type Role } from '#contract/form/permissions.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { SecurityEvent } from '#server/audit/audit.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { Actor } from './rules.ts'
import type { StaffTable } from './tables.ts'

export type StaffRow = Selectable<StaffTable>

/** The facts about a member of staff that are no secrets. */
export interface MemberFacts {
  readonly staffId: number
  readonly login: string
  readonly name: string
  readonly role: Role
  readonly language: StaffLanguage
  readonly isBlocked: boolean
}

export function memberFacts(row: StaffRow): MemberFacts {
  return {
    staffId: row.staff_id,
    login: row.login,
    name: row.name,
    role: roleOf(row.role),
    language: row.language,
    isBlocked: row.state === 'blocked',
  }
}

/** A stored role; one that this version does not have is a bug, and must not open anything. */
export function roleOf(text: string): Role {
  const role = roles.find((name) => name === text)
  invariant(role !== undefined, `no role ${text}`)
  return role
}

export function findMember(db: Db | DbTransaction, staffId: number): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('staff_id', '=', staffId).executeTakeFirst()
}

export function findByLogin(db: Db | DbTransaction, login: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('login', '=', login).executeTakeFirst()
}

// "staf" as a number.
const staffLock = 0x7374_6166

/** Serializes changes of the staff, so that the last owner stays and the first one is alone. */
export async function lockStaff(trx: DbTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${staffLock})`.execute(trx)
}

/** The subject of a member's changes in the audit. */
export function subjectOf(staffId: number): string {
  return `staff ${staffId}`
}

type ChangedValues = Pick<NonNullable<SecurityEvent['change']>, 'before' | 'after'>

/** An event about a member of staff, by a member of staff or an operator at the command line. */
export function staffEvent(
  event: string,
  by: Actor,
  subject: string,
  values: ChangedValues = {},
): SecurityEvent {
  const change = { section: 'staff', subject, ...values }
  if (by.kind === 'operator') return { event, actor: 'operator', change }
  const { staffId, name, address } = by
  return { event, actor: 'staff', address, change: { ...change, staff: { staffId, name } } }
}

/** An event about a member's own login or factors. */
export function ownEvent(
  event: string,
  member: Pick<MemberFacts, 'staffId' | 'name'>,
  from: { readonly address: string; readonly device?: string },
  facts: NonNullable<SecurityEvent['facts']> = {},
  values: ChangedValues = {},
): SecurityEvent {
  const { staffId, name } = member
  return {
    event,
    actor: 'staff',
    ...from,
    facts,
    change: { section: 'staff', subject: subjectOf(staffId), staff: { staffId, name }, ...values },
  }
}
