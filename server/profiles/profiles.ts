/** The public API of profiles: who watches in an account, and the PINs that protect it. */
export { removePins } from './change-pins.ts'
export type { Saved } from './change-profiles.ts'
export {
  type ListedProfile,
  type PinState,
  type Profiles,
  openProfiles,
  profilesToStaff,
} from './open-profiles.ts'
export { moveProfiles } from './move-profiles.ts'
export type { ProfileFields } from './profile-rows.ts'
export type { PinRefusal } from './try-pin.ts'
