/** What guests may watch, and how many at once: from the settings, which may change while the server runs. */
import type { Engine } from '#media/media.ts'
import type { Modules } from '#server/api/api.ts'
import { openEntitlement } from '#server/entitlement/entitlement.ts'
import type { AppContext } from '#server/platform/app-context.ts'

export function entitlementOf(
  { clock, settings }: AppContext,
  billing: Modules['billing'],
  assetOf: Engine['describeAsset'],
) {
  const isPlayable = (id: string) => assetOf(id) !== undefined
  return openEntitlement({ billing, clock, isPlayable, guestWatching: () => settings.EKRAN_GUEST_WATCHING })
}

/** The limits of guests. */
export function guestsOf({ settings, secrets }: AppContext) {
  return { limit: () => settings.EKRAN_GUEST_STREAMS, key: secrets.passwordPepper }
}
