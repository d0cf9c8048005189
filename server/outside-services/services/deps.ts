import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { LiveSettings } from '#server/platform/settings/services/live-settings.ts'
import type { ServiceSeal } from '#server/platform/settings/services/stored-services.ts'

/** What outside services are set and tried with. */
export interface OutsideServiceDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly seal: ServiceSeal
  readonly live: Pick<LiveSettings, 'settings' | 'environment'>
  /** The folder of the installation's data, whose store of media can be tried. */
  readonly dataDir: string
}
