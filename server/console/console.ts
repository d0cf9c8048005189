/** The staff pages in a browser: `/operator/`. */
import type { AppContext } from '#server/platform/app-context.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { appsPage } from './monitoring/apps-page.ts'
import { playsPage, type PlaysPageDeps } from './monitoring/plays-page.ts'
import { operatorMount } from './monitoring/operator-page.ts'

/** Channels, plays and packaged apps at present. `db` is read for statistics that may take up to a minute. */
export function consoleMount(
  { clock, dataDir, settings }: Pick<AppContext, 'clock' | 'dataDir' | 'settings'>,
  deps: PlaysPageDeps,
): Mount {
  return operatorMount({
    dataDir,
    clock,
    password: settings.EKRAN_OPERATOR_PASSWORD,
    clientAddress: clientAddressReader(settings.EKRAN_TRUSTED_PROXIES),
    plays: playsPage(deps),
    apps: appsPage({ db: deps.db, clock }),
  })
}
