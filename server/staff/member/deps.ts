import type { Passwords } from '#server/accounts/accounts.ts'
import type { SecurityEvent } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { Seal } from '#server/platform/installation/seal.ts'

/** The dependencies of this module's use cases. */
export interface StaffDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly passwords: Passwords
  /** Encrypts secrets of authenticator apps. */
  readonly seal: Seal
  readonly audit: { record(event: SecurityEvent): Promise<void> }
  /** EKRAN_OPERATOR_PASSWORD: creates the first owner. */
  readonly operatorPassword: string | undefined
  readonly passkeySite: PasskeySite
  /** The name of the service, as authenticator apps and passkeys list it. */
  readonly serviceName: () => string
}

/** For which site passkeys are: a browser offers them there and nowhere else. */
export interface PasskeySite {
  /** `https://tv.example.uz` */
  readonly origin: string
  /** Its host without a port. */
  readonly rpId: string
}

/** Where a request comes from. */
export interface StaffClient {
  readonly address: string
  /** The browser and system in readable form: `Chrome, Windows`. */
  readonly device: string
}

/** The refusals of guesses. */
export type TooMany = { readonly kind: 'too_many'; readonly retryAfterSec: number }
