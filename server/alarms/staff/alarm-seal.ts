import { createSeal, type Seal } from '#server/platform/installation/seal.ts'
import type { Secrets } from '#server/platform/installation/secrets.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'

/** Seals the tokens and keys of targets. */
export function alarmSeal({ passwordPepper }: Pick<Secrets, 'passwordPepper'>, random: RandomBytes): Seal {
  return createSeal(passwordPepper, 'alarm targets', random)
}
