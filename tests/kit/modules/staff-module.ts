/** The staff module on a real database, with a manual clock and a record of its reports. */
import { Secret, TOTP } from 'otpauth'
import type { Role } from '#contract/form/permissions.ts'
import type { SecurityEvent } from '#server/audit/audit.ts'
import { manualClock, type ManualClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { opaqueToken, systemRandom, tokenHash, uuid } from '#server/platform/primitives/ids.ts'
import type { StaffMember, StaffStage } from '#server/platform/primitives/staff-member.ts'
import { openStaff, type Staff } from '#server/staff/staff.ts'

export const staffPassword = 'brick samanid 1042 tower'
export const operatorPassword = 'the password of the operators'
export const consoleSite = 'https://tv.example.uz'

export interface StaffFixture {
  readonly staff: Staff
  readonly clock: ManualClock
  readonly events: SecurityEvent[]
  /** The names of the reports since the last call. */
  reported(): readonly string[]
  /** Invites a member, who sets up an authenticator app; returns the secret and a full session. */
  addMember(role: Role, login?: string): Promise<TestMember>
  /** Logs in with password and code, 30 s later, so that the code was not used yet. */
  enter(member: TestMember, address?: string): Promise<string>
  /** Opens a session at this stage without a login; returns its token. */
  openSession(staffId: number, stage?: StaffStage, isSteppedUp?: boolean): Promise<string>
  /** The member of a token, who must exist. */
  member(token: string): Promise<StaffMember>
}

export interface TestMember {
  readonly staffId: number
  readonly login: string
  /** Base32. */
  readonly secret: string
  /** Of a full session. */
  readonly token: string
  readonly recoveryCodes: readonly string[]
}

export const testClient = { address: '198.51.100.7', device: 'Chrome, Windows' } as const

/** The code of an authenticator app with this secret. */
export function codeAt(secret: string, nowMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs })
}

let nextLogin = 1

export function staffFixture(
  db: Db,
  options: { readonly clock?: ManualClock; readonly audit?: (event: SecurityEvent) => Promise<void> } = {},
): StaffFixture {
  const clock = options.clock ?? manualClock(Date.UTC(2026, 10, 26, 5))
  const events: SecurityEvent[] = []
  const record = async (event: SecurityEvent) => {
    events.push(event)
    await options.audit?.(event)
  }
  const staff = openStaff({
    db,
    clock,
    random: systemRandom,
    pepper: 'a pepper of the tests, longer than thirty-two',
    audit: { record },
    operatorPassword,
    passkeySite: { origin: consoleSite, rpId: new URL(consoleSite).hostname },
    serviceName: () => 'Zamin: TV',
  })
  let seen = 0
  return {
    staff,
    clock,
    events,
    reported: () => {
      const names = events.slice(seen).map(({ event }) => event)
      seen = events.length
      return names
    },
    member: (token) => memberOf(staff, token),
    openSession: (staffId, stage = 'full', isSteppedUp = true) =>
      openSession(db, clock, { staffId, stage, isSteppedUp }),
    addMember: (role, login = `member-${nextLogin++}`) => addMember(staff, clock, role, login),
    enter: (member, address = testClient.address) => enter(staff, clock, member, address),
  }
}

async function memberOf(staff: Staff, token: string): Promise<StaffMember> {
  const member = await staff.identify(token, testClient.address)
  if (member === undefined) throw new Error('the token opens nothing')
  return member
}

async function openSession(
  db: Db,
  clock: ManualClock,
  session: { readonly staffId: number; readonly stage: StaffStage; readonly isSteppedUp: boolean },
): Promise<string> {
  const token = opaqueToken(systemRandom)
  const now = new Date(clock.nowMs())
  await db
    .insertInto('staff_session')
    .values({
      session_id: uuid(systemRandom),
      token_hash: tokenHash(token),
      staff_id: session.staffId,
      stage: session.stage,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
      stepped_up_at: session.isSteppedUp ? now : null,
      address: testClient.address,
      network: testClient.address,
      device: testClient.device,
    })
    .execute()
  return token
}

async function addMember(staff: Staff, clock: ManualClock, role: Role, login: string): Promise<TestMember> {
  const invited = { login, name: `Name of ${login}`, role, language: 'ru' } as const
  const link = await staff.invite({ kind: 'operator' }, invited)
  if (link.kind !== 'made') throw new Error(`not invited: ${link.kind}`)
  const accepted = { token: link.token, password: staffPassword }
  const entered = await staff.acceptInvitation(accepted, testClient)
  if (entered.kind !== 'proven') throw new Error(`not accepted: ${entered.kind}`)
  const member = await memberOf(staff, entered.token)
  const { secret } = await staff.beginTotp(member)
  const added = await staff.confirmTotp(member, codeAt(secret, clock.nowMs()), testClient.address)
  if (added.kind !== 'added' || added.token === undefined) throw new Error(`not set up: ${added.kind}`)
  const { recoveryCodes, token } = added
  return { staffId: member.staffId, login, secret, token, recoveryCodes }
}

async function enter(
  staff: Staff,
  clock: ManualClock,
  { login, secret }: TestMember,
  address: string,
): Promise<string> {
  clock.advanceMs(30_000)
  const proven = await staff.logIn({ login, password: staffPassword }, { ...testClient, address })
  if (proven.kind !== 'proven') throw new Error(`the login was refused: ${proven.kind}`)
  const proof = { by: 'totp', code: codeAt(secret, clock.nowMs()) } as const
  const entered = await staff.proveFactor(await memberOf(staff, proven.token), proof, address)
  if (entered.kind !== 'logged_in') throw new Error(`the code was refused: ${entered.kind}`)
  return entered.token
}
