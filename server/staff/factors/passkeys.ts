/** Passkeys (WebAuthn Level 3), as the second factor after the password. */
import type * as z from 'zod/mini'
import type { NewPasskey, UsedPasskey } from '#contract/console/staff-fields.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import type { StaffDeps, TooMany } from '#server/staff/member/deps.ts'
import { factorKey, forgetGuesses, spendGuess } from '#server/staff/member/guesses.ts'
import { findMember, ownEvent } from '#server/staff/member/member.ts'
import { challengeLifeMs, guessRules } from '#server/staff/member/rules.ts'
import { completeEnrolment, type FactorAdded } from './complete-login.ts'
import { ensureRecoveryCodes } from './recovery-codes.ts'

export type NewPasskeyResponse = z.output<typeof NewPasskey>
export type UsedPasskeyResponse = z.output<typeof UsedPasskey>

/** Options for a browser, in their JSON form. */
export interface PasskeyOptions {
  readonly challenge: string
  readonly [name: string]: unknown
}

/** Loaded at the first use of a passkey: it is larger than this module, and few requests need it. */
function webauthn() {
  return import('@simplewebauthn/server')
}

/** ES256 and RS256 (COSE): one of them is in every authenticator. */
const algorithms = [-7, -257]
/** More than anybody uses. */
export const maxPasskeys = 20

/** The options of `navigator.credentials.create`. */
export async function newPasskeyOptions(deps: StaffDeps, member: StaffMember): Promise<PasskeyOptions> {
  const row = await findMember(deps.db, member.staffId)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    supportedAlgorithmIDs: algorithms,
    rpName: deps.serviceName(),
    rpID: deps.passkeySite.rpId,
    userName: member.login,
    userDisplayName: member.name,
    userID: bytesOf(row?.user_handle ?? ''),
    challenge: Uint8Array.from(deps.random(32)),
    attestationType: 'none',
    excludeCredentials: await credentialsOf(deps, member.staffId),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  await storeChallenge(deps, member.sessionId, options.challenge)
  return { ...options }
}

/** Stores a passkey that answered the challenge of this session. */
export async function addPasskey(
  deps: StaffDeps,
  member: StaffMember,
  name: string,
  response: NewPasskeyResponse,
  address: string,
): Promise<FactorAdded | { readonly kind: 'refused' } | { readonly kind: 'full' }> {
  if ((await credentialsOf(deps, member.staffId)).length >= maxPasskeys) return { kind: 'full' }
  const challenge = await takeChallenge(deps, member.sessionId)
  const credential = challenge === undefined ? undefined : await verifiedNew(deps, challenge, response)
  if (credential === undefined) return { kind: 'refused' }
  const added = await deps.db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('staff_passkey')
      .values({
        credential_id: credential.id,
        staff_id: member.staffId,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        sign_count: credential.counter,
        transports: response.response.transports ?? [],
        name,
        created_at: new Date(deps.clock.nowMs()),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (Number(stored.numInsertedOrUpdatedRows ?? 0) === 0) return undefined
    const recoveryCodes = await ensureRecoveryCodes(deps, trx, member.staffId)
    return { kind: 'added', recoveryCodes, token: await completeEnrolment(deps, trx, member) } as const
  })
  if (added === undefined) return { kind: 'refused' }
  await deps.audit.record(ownEvent('staff_passkey_added', member, { address }, { name }))
  return added
}

async function verifiedNew(deps: StaffDeps, challenge: string, response: NewPasskeyResponse) {
  const { origin, rpId } = deps.passkeySite
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    supportedAlgorithmIDs: algorithms,
    response: registrationOf(response),
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch(refusal)
  return verified?.verified === true ? verified.registrationInfo.credential : undefined
}

/** The options of `navigator.credentials.get`. */
export async function passkeyOptions(deps: StaffDeps, member: StaffMember): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: deps.passkeySite.rpId,
    challenge: Uint8Array.from(deps.random(32)),
    allowCredentials: await credentialsOf(deps, member.staffId),
    userVerification: 'preferred',
  })
  await storeChallenge(deps, member.sessionId, options.challenge)
  return { ...options }
}

export type PasskeyChecked = { readonly kind: 'right' } | { readonly kind: 'wrong' } | TooMany

/** Checks the answer of one of the member's passkeys to the challenge of this session, which is used up. */
export async function checkPasskey(
  deps: StaffDeps,
  { staffId, sessionId }: StaffMember,
  response: UsedPasskeyResponse,
): Promise<PasskeyChecked> {
  const spent = await spendGuess(deps, factorKey(staffId), guessRules.factor)
  if (spent.kind === 'too_many') return spent
  const challenge = await takeChallenge(deps, sessionId)
  const stored = await deps.db
    .selectFrom('staff_passkey')
    .selectAll()
    .where('credential_id', '=', response.id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  if (challenge === undefined || stored === undefined) return { kind: 'wrong' }
  const { origin, rpId } = deps.passkeySite
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response: authenticationOf(response),
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: stored.credential_id,
      publicKey: bytesOf(stored.public_key),
      counter: stored.sign_count,
    },
    requireUserVerification: false,
  }).catch(refusal)
  if (verified?.verified !== true) return { kind: 'wrong' }
  await deps.db
    .updateTable('staff_passkey')
    .set({ sign_count: verified.authenticationInfo.newCounter, last_used_at: new Date(deps.clock.nowMs()) })
    .where('credential_id', '=', stored.credential_id)
    .execute()
  await forgetGuesses(deps.db, factorKey(staffId))
  return { kind: 'right' }
}

/** The library throws for every answer that does not fit: a client's mistake, or an attack, and no bug. */
function refusal(): undefined {
  return undefined
}

async function credentialsOf({ db }: StaffDeps, staffId: number) {
  const rows = await db
    .selectFrom('staff_passkey')
    .select(['credential_id', 'transports'])
    .where('staff_id', '=', staffId)
    .limit(maxPasskeys)
    .execute()
  return rows.map((row) => ({ id: row.credential_id, transports: transportsOf(row.transports) }))
}

async function storeChallenge({ db, clock }: StaffDeps, sessionId: string, challenge: string): Promise<void> {
  await db
    .updateTable('staff_session')
    .set({ challenge, challenge_until: new Date(clock.nowMs() + challengeLifeMs) })
    .where('session_id', '=', sessionId)
    .execute()
}

/** A challenge is answered once, right or wrong. */
async function takeChallenge({ db, clock }: StaffDeps, sessionId: string): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('staff_session')
      .select(['challenge', 'challenge_until'])
      .where('session_id', '=', sessionId)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined || row.challenge === null) return undefined
    await trx
      .updateTable('staff_session')
      .set({ challenge: null, challenge_until: null })
      .where('session_id', '=', sessionId)
      .execute()
    return (row.challenge_until?.getTime() ?? 0) > clock.nowMs() ? row.challenge : undefined
  })
}

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof transports)[number]

function transportsOf(reported: readonly string[]): Transport[] {
  return transports.filter((transport) => reported.includes(transport))
}

function bytesOf(base64url: string) {
  return Uint8Array.from(Buffer.from(base64url, 'base64url'))
}

function registrationOf({ id, rawId, type, response }: NewPasskeyResponse) {
  const { clientDataJSON, attestationObject } = response
  return { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } }
}

function authenticationOf({ id, rawId, type, response }: UsedPasskeyResponse) {
  const { clientDataJSON, authenticatorData, signature } = response
  return {
    id,
    rawId,
    type,
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature },
  }
}
