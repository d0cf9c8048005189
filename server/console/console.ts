/** The HTTP interface for staff: the endpoints of the console, and the pages `/operator/`. */
import type { Audit } from '#server/audit/audit.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { Db } from '#server/platform/database/database.ts'
import { appsPage } from './monitoring/apps-page.ts'
import { playsPage, type PlaysPageDeps } from './monitoring/plays-page.ts'
import { operatorMount } from './monitoring/operator-page.ts'
import { changeEndpoints } from './changes/change-endpoints.ts'
import { channelEndpoints } from './channels/channel-endpoints.ts'
import { importEndpoints } from './imports/import-endpoints.ts'
import { auditEndpoints } from './staff/staff-audit.ts'
import { type StaffEndpointDeps, staffEntryEndpoints } from './staff/staff-entry.ts'
import { staffMemberEndpoints } from './staff/staff-members.ts'
import { staffOwnEndpoints } from './staff/staff-own.ts'

export { staffAdmission } from './admission/admit-staff.ts'

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

/** What the endpoints of the console use. `db`: for statements that may take longer than those of viewers. */
export interface ConsoleDeps extends StaffEndpointDeps {
  readonly db: Db
  readonly audit: Audit
}

/** Every endpoint of the console with its handler. */
export function consoleEndpoints(deps: ConsoleDeps): readonly BoundEndpoint[] {
  return [
    ...staffEntryEndpoints(deps),
    ...staffOwnEndpoints(deps),
    ...staffMemberEndpoints(deps),
    ...auditEndpoints(deps),
    ...changeEndpoints(deps),
    ...channelEndpoints(deps),
    ...importEndpoints(deps),
  ]
}
