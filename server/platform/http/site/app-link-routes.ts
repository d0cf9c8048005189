/**
 * Files by which Android and iOS verify that an app may open the links of this site.
 * https://developer.android.com/training/app-links/verify-android-applinks and
 * https://developer.apple.com/documentation/xcode/supporting-associated-domains
 */
import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/form/pages.ts'
import { respondNotFound } from '#server/platform/http/endpoints/error-responses.ts'
import type { AndroidLinks } from '#server/platform/settings/app-link-settings.ts'

export interface AppLinks {
  readonly android: AndroidLinks | undefined
  /** `TEAM.bundle-id`. */
  readonly ios: string | undefined
}

/** `assetlinks.json` for one app. */
export function assetLinks({ appId, fingerprints }: AndroidLinks) {
  return [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name: appId, sha256_cert_fingerprints: fingerprints },
    },
  ]
}

/** `apple-app-site-association`: only the pages of the site, so that images and the API stay with the browser. */
export function appleAppSiteAssociation(appId: string) {
  const components = Object.values(pages).flatMap(({ pattern }) => {
    const path = pattern.replace('/:lang?', '').replaceAll(/:\w+/g, '*') || '/'
    return ['', '/ru', '/uz'].map((language) => ({ '/': path === '/' ? language || '/' : language + path }))
  })
  return { applinks: { details: [{ appIDs: [appId], components }] } }
}

/** Without an app there is no such file. */
export function addAppLinkRoutes(app: FastifyInstance, { android, ios }: AppLinks): void {
  const files = {
    'assetlinks.json': android === undefined ? undefined : assetLinks(android),
    'apple-app-site-association': ios === undefined ? undefined : appleAppSiteAssociation(ios),
  }
  for (const [name, content] of Object.entries(files))
    app.get(`/.well-known/${name}`, (request, reply) =>
      content === undefined
        ? respondNotFound(request, reply)
        : reply
            .headers({
              'content-type': 'application/json; charset=utf-8',
              'cache-control': 'public, max-age=600',
              'x-content-type-options': 'nosniff',
            })
            .send(JSON.stringify(content)),
    )
}
