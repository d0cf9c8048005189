/** The public API of accounts: identity, sessions and the facts of a subscriber. */
export type { Account } from './account/account.ts'
export type { PasswordSet, SetBy } from './login/change-password.ts'
export type { DeviceFacts, DeviceRow } from './devices/device.ts'
export { type DeviceApp, type StoredDeviceRow, storeApp, storedDevices } from './devices/stored-devices.ts'
export type { BannedDevice } from './devices/device-ban.ts'
export { type DeviceFields, deviceFactsOf } from './devices/device-facts.ts'
export type { DoneBy } from './sessions/end-sessions.ts'
export { accountWorkers } from './forget-ended.ts'
export type { OwnPassword } from './login/own-password.ts'
export type { LoggedIn } from './login/log-in.ts'
export { openAccounts, type Accounts, type AccountsOptions } from './open-accounts.ts'
export { type PasswordJudgement, judgePassword } from './passwords/judge-password.ts'
export { generatePassword } from './passwords/generate-password.ts'
export { type Busy, type Passwords, createPasswords } from './passwords/password.ts'
export { type BrandRule, assignBrand, countForBrand, giveBrand } from './subscribers/assign-brand.ts'
export type { NewSubscriber, Registered } from './subscribers/register.ts'
export { normalAbonement, normalPhone, loginNameOf } from './account/rules.ts'
export { networkOf } from '#server/platform/limits/networks.ts'
export {
  provePinOf,
  provenPinUntil,
  putProfileOnDevice,
  unprovePins,
  viewerProfileOf,
} from './sessions/session-profile.ts'
export { profileOfSession } from './sessions/session.ts'
export { tellSessionsChanged } from './sessions/session-changes.ts'
export { sessionChangedChannel } from './sessions/sessions-changed.ts'
export { shownModel } from './devices/user-agent.ts'
