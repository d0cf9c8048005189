import { respond } from '#contract/form/endpoint.ts'
import { apps as endpoints } from '#contract/site/apps.ts'
import { findStoreUrl, type AppStoreDeps } from '#server/api/site/app-stores.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import {
  bindEndpoints,
  type BoundEndpoint,
  type Handlers,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { switchesFor, updateFor } from '#server/releases/releases.ts'
import { storeApp } from '#server/accounts/accounts.ts'
import { serverVersion } from './server-version.ts'

type Deps = AppStoreDeps & Uses<{ releases: 'report' | 'rules' }> & Pick<ApiContext, 'db'>

/** What packaged apps request at their start, and what they report. */
export function appEndpoints(deps: Deps): readonly BoundEndpoint[] {
  const { db, releases } = deps
  const handlers: Handlers<typeof endpoints> = {
    release: async ({ platform, version, model, firmware }, { viewer, log }) => {
      const rules = await releases.rules()
      if (viewer !== undefined)
        await storeApp(db, viewer.sessionId, { platform, version, model, firmware }).catch((error: unknown) =>
          log.warn('apps.device_not_stored', { error }),
        )
      const release = rules.releases.get(platform)
      return respond({
        update: updateFor(release, version),
        minimumVersion: release?.minimumVersion || null,
        recommendedVersion: release?.recommendedVersion || null,
        storeUrl: await findStoreUrl(deps, platform),
        switches: switchesFor(rules.switches, { platform, version, model, firmware }),
        server: { version: serverVersion },
      })
    },
    report: async ({ platform, version, model, firmware, kind, message, page }) => {
      await releases.report({ platform, version, model, firmware, kind, message, page })
      return respond({})
    },
  }
  return bindEndpoints('apps', endpoints, handlers)
}
