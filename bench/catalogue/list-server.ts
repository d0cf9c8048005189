/** A separate process that serves lists of synthetic titles over HTTP and prints its port. Started by `list.ts`. */
import { noBroadcasts } from '#tests/kit/modules/no-broadcast-titles.ts'
import { filmEndpoints } from '#server/api/films/films.ts'
import { nobodysViewing } from '#tests/kit/modules/nobodys-viewing.ts'
import { indexCatalogue } from '#server/catalogue/catalogue.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { madeUpCatalogue } from './made-up-lists.ts'

const snapshot = indexCatalogue(madeUpCatalogue(Number(process.argv[2])))
const live = { now: () => snapshot, reload: async () => undefined, onChange: () => () => undefined }
const server = createHttpServer({
  endpoints: filmEndpoints({
    ...noBroadcasts,
    catalogue: live,
    clock: systemClock,
    engine: { describeAsset: () => undefined },
    entitlement: {
      channelAccess: async () => () => false,
      titleAccess: async () => ({ state: 'unavailable', price: null }),
    },
    viewing: nobodysViewing,
  }),
  mounts: [],
  identify: async () => ({ kind: 'denied', failure: 'not_authorized' }),
  audienceOf: () => 'inside',
  clientAddress: clientAddressReader([]),
  checkResponses: false,
  health: createHealth(),
  metrics: createMetrics(),
  random: systemRandom,
  clock: systemClock,
  log: silentLog,
})
console.log(await server.listen('127.0.0.1', 0))
