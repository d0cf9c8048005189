/** Stills of what channels show: the newest of many channels, and the pictures themselves. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stillEverySec, stills } from '#contract/channels/stills.ts'
import { respond } from '#contract/form/endpoint.ts'
import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import { clientOf } from './playback-deps.ts'
import { type StillDeps, readStill, shownStills, stillPrefix } from '#server/playback/playback.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { type BoundEndpoint, bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Mount } from '#server/platform/http/server.ts'

type Context = Uses<{
  blackouts: 'concernsChannel' | 'ofChannel'
  engine: 'stills'
  secrets: 'ticketSecrets'
  television: 'now'
}>

function depsOf<Api extends Context>(api: Api): Api & Pick<StillDeps, 'stillSecrets'> {
  return { ...api, stillSecrets: api.secrets.ticketSecrets }
}

export function stillEndpoints(
  api: Context & Uses<{ clock: 'nowMs'; entitlement: 'channelAccess'; profileLimits: 'watchable' }>,
): readonly BoundEndpoint[] {
  const deps = depsOf(api)
  return bindEndpoints('stills', stills, {
    newest: async ({ cids, width }, request) => {
      const shown = await shownStills(deps, clientOf(request), cids, width)
      return respond({
        every_sec: stillEverySec,
        stills: shown.map(({ cid, atMs, address }) => ({ cid, at: Math.floor(atMs / 1000), url: address })),
      })
    },
  })
}

type MountContext = Context & Uses<{ region: 'audienceOf'; settings: 'EKRAN_TRUSTED_PROXIES' }>

/** Serves the pictures. An address never shows another one; a channel with blackouts is checked again. */
export function stillMount(api: MountContext): Mount {
  const deps = depsOf(api)
  const clientAddress = clientAddressReader(api.settings.EKRAN_TRUSTED_PROXIES)
  return {
    prefix: stillPrefix,
    handle: async (request, response) => {
      const path = (request.url ?? '').replace(/\?.*$/, '')
      if (!path.startsWith(stillPrefix)) return false
      const region = () => regionOf({ audience: api.region.audienceOf(clientAddress(request)) })
      await answer(await readStill(deps, path, region), request, response)
      return true
    },
  }
}

function answer(
  still: Awaited<ReturnType<typeof readStill>>,
  { method }: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader('x-content-type-options', 'nosniff')
  // Packaged apps and pages on other hosts of the same installation show them too.
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  if (still === undefined) {
    response.writeHead(404, { 'cache-control': 'no-store' }).end()
    return
  }
  response.writeHead(200, {
    'content-type': 'image/webp',
    'content-length': still.webp.length,
    'cache-control': `${still.isForAll ? 'public' : 'private'}, max-age=60, immutable`,
    'content-security-policy': "default-src 'none'",
  })
  response.end(method === 'HEAD' ? undefined : still.webp)
}
