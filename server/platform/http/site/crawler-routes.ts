/** Files for crawlers: `/robots.txt`, `/sitemap.xml` and its parts. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { respondNotFound } from '#server/platform/http/endpoints/error-responses.ts'
import { siteOrigin } from './site-origin.ts'
import { type SitemapPart, robotsText, sitemapIndex, sitemapPieces } from './sitemap-xml.ts'

export interface CrawlerRoutes {
  readonly app: FastifyInstance
  /** The current pages, in parts; cached by the provider while nothing changes. */
  readonly sitemapParts: () => Promise<readonly SitemapPart[]>
  /** EKRAN_PUBLIC_URL; without it each request's own address is used. */
  readonly publicUrl: string | undefined
}

const xmlHeaders = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=600',
  'x-content-type-options': 'nosniff',
  // Without a public address it depends on the request's host.
  vary: 'host',
}

export function addCrawlerRoutes({ app, sitemapParts, publicUrl }: CrawlerRoutes): void {
  app.get('/robots.txt', (request, reply) =>
    reply
      .headers({ ...xmlHeaders, 'content-type': 'text/plain; charset=utf-8' })
      .send(robotsText(siteOrigin(request.headers.host, publicUrl))),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    const origin = siteOrigin(request.headers.host, publicUrl)
    return reply.headers(xmlHeaders).send(sitemapIndex(origin, await sitemapParts()))
  })
  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const origin = siteOrigin(request.headers.host, publicUrl)
    const part = (await sitemapParts()).find(({ name }) => `${name}.xml` === request.params.file)
    if (part === undefined) return respondNotFound(request, reply)
    return reply.headers(xmlHeaders).send(Readable.from(sitemapPieces(origin, part)))
  })
}
