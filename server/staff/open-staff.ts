import type { Role } from '#contract/form/permissions.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { createPasswords } from '#server/accounts/accounts.ts'
import type { SecurityEvent } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/installation/seal.ts'
import { derivedSecret } from '#server/platform/installation/secrets.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import { acceptInvitation, type Acceptance, type Accepted } from './entry/accept-invitation.ts'
import { logIn, type LoginOutcome } from './entry/log-in.ts'
import { proveFactor, type FactorOutcome, type FactorProof } from './entry/second-factor.ts'
import { isSetUpNeeded, setUpOwner, type FirstOwner, type SetUp } from './entry/set-up.ts'
import {
  changeOwnPassword,
  stepUp,
  type PasswordChange,
  type StepUpProof,
  type SteppedUp,
} from './entry/step-up.ts'
import type { FactorAdded } from './factors/complete-login.ts'
import {
  factorKinds,
  factorsOf,
  newRecoveryCodes,
  removePasskey,
  removeTotp,
  type FactorKind,
  type FactorRemoved,
  type Factors,
} from './factors/factors.ts'
import {
  addPasskey,
  newPasskeyOptions,
  passkeyOptions,
  type NewPasskeyResponse,
  type PasskeyOptions,
} from './factors/passkeys.ts'
import { beginTotp, confirmTotp, type NewTotp } from './factors/totp.ts'
import {
  findInvitation,
  inviteMember,
  listInvitations,
  makePasswordLink,
  revokeInvitation,
  type Invited,
  type NewLink,
  type UsableLink,
} from './manage/invitations.ts'
import { listMembers, type ListedMember } from './manage/list-members.ts'
import {
  blockMember,
  changeRole,
  endSessionsOf,
  resetFactor,
  unblockMember,
  type Managed,
  type ManagedOwner,
  type SessionsEnded,
} from './manage/manage-members.ts'
import { changeProfile } from './manage/own-profile.ts'
import type { PasskeySite, StaffClient, StaffDeps, TooMany } from './member/deps.ts'
import { findByLogin, memberFacts, ownEvent, type MemberFacts } from './member/member.ts'
import type { Actor, Management } from './member/rules.ts'
import { identifyStaff, memberOfSession } from './sessions/identify-staff.ts'
import { listViews, removeView, type SavedView, saveView } from './views/views.ts'
import { endSession, endSessions, listSessions, type LiveSession } from './sessions/staff-session.ts'

export interface StaffOptions {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  /** The installation's secret: passwords and secrets of authenticator apps need it. Stored outside the database. */
  readonly pepper: string
  readonly audit: { record(event: SecurityEvent): Promise<void> }
  /** EKRAN_OPERATOR_PASSWORD; without it the first owner is invited at the command line. */
  readonly operatorPassword: string | undefined
  readonly passkeySite: PasskeySite
  readonly serviceName: StaffDeps['serviceName']
}

type NotManaged = { readonly kind: 'staff_not_found' | Exclude<Management, 'allowed'> }

/** The module, created. Every change is in the audit when its promise resolves, unless the database refused it. */
export interface Staff {
  /** The member of a cookie's token, or undefined. */
  identify(token: string, address: string): Promise<StaffMember | undefined>
  /** The member of a session that is not over, as they are now: for what lasts as long as it. */
  memberOfSession(sessionId: string): Promise<StaffMember | undefined>
  /** True until the first member exists. */
  isSetUpNeeded(): Promise<boolean>
  setUpOwner(owner: FirstOwner, client: StaffClient): Promise<SetUp>
  logIn(
    attempt: { readonly login: string; readonly password: string },
    client: StaffClient,
  ): Promise<LoginOutcome>
  proveFactor(member: StaffMember, proof: FactorProof, address: string): Promise<FactorOutcome>
  logOut(member: StaffMember, address: string): Promise<void>
  stepUp(member: StaffMember, proof: StepUpProof, address: string): Promise<SteppedUp>
  changeOwnPassword(
    member: StaffMember,
    passwords: { readonly former: string; readonly next: string },
    address: string,
  ): Promise<PasswordChange>
  changeProfile(
    member: StaffMember,
    profile: { readonly name: string; readonly language: StaffLanguage },
    address: string,
  ): Promise<void>

  factorsOf(staffId: number): Promise<Factors>
  /** What may prove the second factor of a login. */
  factorKindsOf(staffId: number): Promise<readonly FactorKind[]>
  beginTotp(member: StaffMember): Promise<NewTotp>
  confirmTotp(
    member: StaffMember,
    code: string,
    address: string,
  ): Promise<FactorAdded | { readonly kind: 'wrong' } | TooMany>
  removeTotp(member: StaffMember, address: string): Promise<'removed' | 'last_factor'>
  newPasskeyOptions(member: StaffMember): Promise<PasskeyOptions>
  addPasskey(
    member: StaffMember,
    name: string,
    response: NewPasskeyResponse,
    address: string,
  ): Promise<FactorAdded | { readonly kind: 'refused' } | { readonly kind: 'full' }>
  removePasskey(member: StaffMember, passkeyId: string, address: string): Promise<FactorRemoved>
  /** The options for a login or a step-up with a passkey. */
  passkeyOptions(member: StaffMember): Promise<PasskeyOptions>
  newRecoveryCodes(member: StaffMember, address: string): Promise<readonly string[]>

  listSessions(staffId: number): Promise<readonly LiveSession[]>
  endSession(member: StaffMember, sessionId: string, address: string): Promise<boolean>
  endOtherSessions(member: StaffMember, address: string): Promise<number>

  listViews(staffId: number): Promise<readonly SavedView[]>
  /** Undefined when there are as many as there may be. */
  saveView(
    staffId: number,
    view: { readonly name: string; readonly address: string },
  ): Promise<SavedView | undefined>
  removeView(staffId: number, viewId: number): Promise<void>

  list(): Promise<readonly ListedMember[]>
  findByLogin(login: string): Promise<MemberFacts | undefined>
  invite(by: Actor, invited: Invited): Promise<NewLink | { readonly kind: 'login_taken' | 'role_above_own' }>
  listInvitations(): Promise<readonly UsableLink[]>
  findInvitation(token: string): Promise<UsableLink | undefined>
  revokeInvitation(
    by: Actor,
    invitationId: number,
  ): Promise<'revoked' | 'invitation_not_found' | 'role_above_own'>
  acceptInvitation(acceptance: Acceptance, client: StaffClient): Promise<Accepted>
  changeRole(by: Actor, staffId: number, role: Role): Promise<ManagedOwner>
  block(by: Actor, staffId: number): Promise<ManagedOwner>
  unblock(by: Actor, staffId: number): Promise<Managed>
  resetFactor(by: Actor, staffId: number): Promise<Managed>
  makePasswordLink(by: Actor, staffId: number): Promise<NewLink | NotManaged>
  endSessionsOf(by: Actor, staffId: number): Promise<SessionsEnded>
}

export function openStaff(options: StaffOptions): Staff {
  const { pepper, random } = options
  const deps: StaffDeps = {
    ...options,
    // Of its own: a subscriber's hash that was copied into this table opens nothing.
    passwords: createPasswords({ pepper: derivedSecret(pepper, 'staff passwords'), random }),
    seal: createSeal(pepper, 'staff authenticator apps', random),
  }
  return { ...entryOf(deps), ...ownOf(deps), ...managementOf(deps) }
}

function entryOf(deps: StaffDeps) {
  const { db, clock } = deps
  return {
    identify: (token, address) => identifyStaff(deps, token, address),
    memberOfSession: (sessionId) => memberOfSession(deps, sessionId),
    isSetUpNeeded: () => isSetUpNeeded(db),
    setUpOwner: (owner, client) => setUpOwner(deps, owner, client),
    logIn: (attempt, client) => logIn(deps, attempt, client),
    proveFactor: (member, proof, address) => proveFactor(deps, member, proof, address),
    logOut: async (member, address) => {
      if (await endSession(db, clock.nowMs(), member))
        await deps.audit.record(ownEvent('staff_logout', member, { address }))
    },
    acceptInvitation: (acceptance, client) => acceptInvitation(deps, acceptance, client),
    findInvitation: (token) => findInvitation(deps, token),
  } satisfies Partial<Staff>
}

function ownOf(deps: StaffDeps) {
  const { db, clock, audit } = deps
  return {
    stepUp: (member, proof, address) => stepUp(deps, member, proof, address),
    changeOwnPassword: (member, passwords, address) => changeOwnPassword(deps, member, passwords, address),
    changeProfile: (member, profile, address) => changeProfile(deps, member, profile, address),
    factorsOf: (staffId) => factorsOf(db, staffId),
    factorKindsOf: async (staffId) => factorKinds(await factorsOf(db, staffId)),
    beginTotp: (member) => beginTotp(deps, member),
    confirmTotp: (member, code, address) => confirmTotp(deps, member, code, address),
    removeTotp: (member, address) => removeTotp(deps, member, address),
    newPasskeyOptions: (member) => newPasskeyOptions(deps, member),
    addPasskey: (member, name, response, address) => addPasskey(deps, member, name, response, address),
    removePasskey: (member, passkeyId, address) => removePasskey(deps, member, passkeyId, address),
    passkeyOptions: (member) => passkeyOptions(deps, member),
    newRecoveryCodes: (member, address) => newRecoveryCodes(deps, member, address),
    listSessions: (staffId) => listSessions(deps, staffId),
    listViews: (staffId) => listViews(db, staffId),
    saveView: (staffId, view) => saveView(db, staffId, { ...view, nowMs: clock.nowMs() }),
    removeView: (staffId, viewId) => removeView(db, staffId, viewId),
    endSession: async (member, sessionId, address) => {
      const ended = await endSession(db, clock.nowMs(), { staffId: member.staffId, sessionId })
      if (ended) await audit.record(ownEvent('staff_sessions_ended', member, { address }, { sessions: 1 }))
      return ended
    },
    endOtherSessions: async (member, address) => {
      const ended = await endSessions(db, clock.nowMs(), member.staffId, member.sessionId)
      if (ended > 0)
        await audit.record(ownEvent('staff_sessions_ended', member, { address }, { sessions: ended }))
      return ended
    },
  } satisfies Partial<Staff>
}

function managementOf(deps: StaffDeps) {
  return {
    list: () => listMembers(deps),
    findByLogin: async (login) => {
      const row = await findByLogin(deps.db, login)
      return row === undefined ? undefined : memberFacts(row)
    },
    invite: (by, invited) => inviteMember(deps, by, invited),
    listInvitations: () => listInvitations(deps),
    revokeInvitation: (by, invitationId) => revokeInvitation(deps, by, invitationId),
    changeRole: (by, staffId, role) => changeRole(deps, by, staffId, role),
    block: (by, staffId) => blockMember(deps, by, staffId),
    unblock: (by, staffId) => unblockMember(deps, by, staffId),
    resetFactor: (by, staffId) => resetFactor(deps, by, staffId),
    makePasswordLink: (by, staffId) => makePasswordLink(deps, by, staffId),
    endSessionsOf: (by, staffId) => endSessionsOf(deps, by, staffId),
  } satisfies Partial<Staff>
}
