/** Files for crawlers: `/robots.txt`, `/sitemap.xml` and its parts. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { respondNotFound } from '#server/platform/http/endpoints/error-responses.ts'
import { siteOrigin } from './site-origin.ts'
import { type SitemapPart, robotsText, sitemapIndex, sitemapPieces } from './sitemap-xml.ts'

export interface CrawlerRoutes {
  readonly app: FastifyInstance
  /** The current pages of a host, in parts; cached by the provider while nothing changes. */
  readonly sitemapParts: (host: string | undefined) => Promise<readonly SitemapPart[]>
  /** The public address for a host; without one each request's own address is used. */
  readonly urlAt: (host: string | undefined) => string | undefined
}

const xmlHeaders = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=600',
  'x-content-type-options': 'nosniff',
  // It depends on the request's host: without a public address, and for services of other names.
  vary: 'host',
}

export function addCrawlerRoutes({ app, sitemapParts, urlAt }: CrawlerRoutes): void {
  const originOf = ({ headers: { host } }: FastifyRequest) => siteOrigin(host, urlAt(host))
  app.get('/robots.txt', (request, reply) =>
    reply
      .headers({ ...xmlHeaders, 'content-type': 'text/plain; charset=utf-8' })
      .send(robotsText(originOf(request))),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    const origin = originOf(request)
    return reply.headers(xmlHeaders).send(sitemapIndex(origin, await sitemapParts(request.headers.host)))
  })
  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const origin = originOf(request)
    const part = (await sitemapParts(request.headers.host)).find(
      ({ name }) => `${name}.xml` === request.params.file,
    )
    if (part === undefined) return respondNotFound(request, reply)
    return reply.headers(xmlHeaders).send(Readable.from(sitemapPieces(origin, part)))
  })
}
