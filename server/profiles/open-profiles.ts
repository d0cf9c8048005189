import { createPasswords, provenPinUntil } from '#server/accounts/accounts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { derivedSecret } from '#server/platform/installation/secrets.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import {
  type Opening,
  type PinChange,
  type PinProven,
  type PinSet,
  type PurchasesSet,
  openItem,
  provePin,
  setOnPurchases,
  setPin,
} from './change-pins.ts'
import {
  type Creation,
  type ProfileEditor,
  type Created,
  type Removed,
  type Update,
  type Updated,
  createProfile,
  removeProfile,
  updateProfile,
} from './change-profiles.ts'
import { type Choice, type Chosen, chooseProfile } from './choose-profile.ts'
import type { ProfileDeps, ProfilesOptions } from './deps.ts'
import { type FirstProfiles, giveProfiles } from './give-profiles.ts'
import { type StoredPin, pinOf } from './pin-rows.ts'
import { type ProfileRecord, profilesOf, withoutPin } from './profile-rows.ts'

/** The state of an account's PIN, without it. */
export interface PinState {
  readonly isSet: boolean
  readonly isOnPurchases: boolean
  /** Unix milliseconds; 0: not locked. */
  readonly lockedUntilMs: number
  /** Until when this device need not enter it again; 0: it must. */
  readonly provenUntilMs: number
}

/** A profile with the minutes that are left today; null without a limit. */
export interface ListedProfile extends ProfileRecord {
  readonly minutesLeft: number | null
}

/** The module, created. */
export interface Profiles {
  /** The first one first. */
  list(accountId: number): Promise<readonly ListedProfile[]>
  pinState(viewer: Viewer): Promise<PinState>
  choose(choice: Choice): Promise<Chosen>
  create(creation: Creation): Promise<Created>
  update(update: Update): Promise<Updated>
  remove(removal: ProfileEditor & { readonly no: number }): Promise<Removed>
  prove(proof: ProfileEditor & { readonly pin: string }): Promise<PinProven>
  open(opening: Opening): Promise<PinProven>
  setPin(change: PinChange): Promise<PinSet>
  setOnPurchases(change: ProfileEditor & { readonly isOn: boolean }): Promise<PurchasesSet>
  /** For an account whose viewers have no profiles and no PIN of their own making; false for any other one. */
  give(profiles: FirstProfiles): Promise<boolean>
}

export function openProfiles(options: ProfilesOptions): Profiles {
  const { pepper, random, ...rest } = options
  const passwords = createPasswords({ pepper: derivedSecret(pepper, 'PINs'), random })
  const deps: ProfileDeps = { ...rest, passwords, withLock: keyedMutex() }
  return {
    list: async (accountId) => {
      const [all, watched] = await Promise.all([
        profilesOf(deps.db, accountId),
        deps.watchedMinutes?.(accountId),
      ])
      return all.map((profile) => ({
        ...withoutPin(profile),
        minutesLeft:
          profile.minutesPerDay === 0
            ? null
            : Math.max(0, profile.minutesPerDay - (watched?.get(profile.no) ?? 0)),
      }))
    },
    pinState: (viewer) => pinStateOf(deps, viewer),
    choose: (choice) => chooseProfile(deps, choice),
    create: (creation) => createProfile(deps, creation),
    update: (update) => updateProfile(deps, update),
    remove: (removal) => removeProfile(deps, removal),
    prove: (proof) => provePin(deps, proof),
    open: (opening) => openItem(deps, opening),
    setPin: (change) => setPin(deps, change),
    setOnPurchases: (change) => setOnPurchases(deps, change),
    give: (profiles) => giveProfiles(deps, profiles),
  }
}

/** The profiles and the PIN of an account, for the staff. */
export async function profilesToStaff(
  db: Db,
  accountId: number,
): Promise<{ readonly profiles: readonly ProfileRecord[]; readonly pin: StoredPin }> {
  const [all, pin] = await Promise.all([profilesOf(db, accountId), pinOf(db, accountId)])
  return { profiles: all.map(withoutPin), pin }
}

async function pinStateOf(
  { db, clock }: ProfileDeps,
  { accountId, sessionId, support }: Viewer,
): Promise<PinState> {
  const [pin, provenMs] = await Promise.all([
    pinOf(db, accountId),
    support === undefined ? provenPinUntil(db, sessionId) : 0,
  ])
  const nowMs = clock.nowMs()
  return {
    isSet: pin.pinHash !== null,
    isOnPurchases: pin.isOnPurchases,
    lockedUntilMs: pin.lockedUntilMs > nowMs ? pin.lockedUntilMs : 0,
    provenUntilMs: provenMs > nowMs ? provenMs : 0,
  }
}
