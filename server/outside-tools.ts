/** By what outside services are sealed, and what of them is in use. */
import type { AppContext } from '#server/platform/app-context.ts'
import { serviceSeal } from '#server/platform/settings/services/stored-services.ts'

export function outsideTools({ liveSettings, secrets, random }: AppContext) {
  return { live: liveSettings, seal: serviceSeal(secrets, random) }
}
