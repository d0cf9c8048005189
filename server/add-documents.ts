/** The routes of documents about the service: the API's, and those for crawlers and systems of phones. */
import { api } from '#contract/api.ts'
import { externalApi } from '#contract/external/external-api.ts'
import { openapi } from '#contract/openapi.ts'
import { addExternalDocument, addOpenapiRoutes } from '#server/platform/http/openapi-page.ts'
import type { HttpServer } from '#server/platform/http/server.ts'
import { addAppLinkRoutes } from '#server/platform/http/site/app-link-routes.ts'
import { addCrawlerRoutes } from '#server/platform/http/site/crawler-routes.ts'
import { nameIn } from '#server/platform/http/site/site-look.ts'
import { publicUrlAt } from '#server/platform/http/site/site-origin.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { App } from './app.ts'

/** The API document, and what crawlers and systems of phones read. */
export function addDocuments(
  settings: Settings,
  application: Pick<App, 'siteLooks' | 'sitemapParts'>,
  app: HttpServer['app'],
): void {
  const { siteLooks: looks, sitemapParts } = application
  const publicUrl = settings.EKRAN_PUBLIC_URL
  const nameOf = (host: string | undefined) => nameIn(looks.of(looks.at(host)))
  addOpenapiRoutes(app, openapi(api, '1'), nameOf)
  addExternalDocument(app, openapi(externalApi, '1'), nameOf)
  const urlAt = (host: string | undefined) => publicUrlAt(host, publicUrl, looks.at)
  addCrawlerRoutes({ app, sitemapParts: (host) => sitemapParts(looks.at(host)), urlAt })
  addAppLinkRoutes(app, { android: settings.EKRAN_ANDROID_LINKS, ios: settings.EKRAN_IOS_LINKS })
}
