import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { respondNotFound } from '#server/platform/http/endpoints/error-responses.ts'
import type { PageFiles } from './draw-page.ts'
import { supportQuery } from '#contract/form/support-views.ts'
import { fileHeaders } from '#server/platform/http/endpoints/security-headers.ts'
import { responseBody } from '#server/platform/http/endpoints/response-body.ts'
import { type SiteFile, readSiteFiles, sendBody, sendFile } from './site-files.ts'
import { asReceiver, receiverOrigins, receiverPath, senderOrigins, withCastApp } from './cast-pages.ts'
import { pageHeadersOf, withMediaOrigins } from './media-origins.ts'
import { pageHtml } from './page-html.ts'
import {
  type SiteLooks,
  builtInLooks,
  isNamed,
  manifestOf,
  manifestPath,
  styleOf,
  stylePath,
} from './site-look.ts'
import { sendShared } from './send-shared.ts'
import type { SharedAssets } from './shared-assets.ts'
import { publicUrlAt, siteOrigins } from './site-origin.ts'
import { type Drawing, type PageHeadOf, asksForTelevision, languageOfPage, SitePages } from './site-pages.ts'

export interface SiteRoutes {
  readonly app: FastifyInstance
  readonly pageHead: PageHeadOf
  /** What services are called and look like now; one with the built-in look when left out. */
  readonly looks?: SiteLooks
  /** Renders guests' pages on the server; without it browsers render them all. */
  readonly drawing?: Drawing
  /** The audience of a request's client. */
  readonly audienceOf?: (request: IncomingMessage) => string
  /** EKRAN_PUBLIC_URL; without it each request's own address is used. */
  readonly publicUrl: string | undefined
  /** Called with the address of each page that a browser opens from outside the site. */
  readonly onVisit?: (url: string) => void
  /** EKRAN_CAST_APP_ID; without it nothing of Google Cast is on any page. */
  readonly castAppId?: string | undefined
  /** The origins of edges now, which pages may request media from; none when left out. */
  readonly mediaOrigins?: () => readonly string[]
  /** The files of other builds that are in use; none when left out. */
  readonly sharedAssets?: Pick<SharedAssets, 'find'>
}

const noOrigins: readonly string[] = []

/** Paths of endpoints and mounts; these are never pages. */
const notPages = /^\/(?:api|middleware|payment|history|p|images|fonts|metrics|healthz|readyz)(?:\/|$)/

/**
 * Reads the built client (`index.html` and its files) into memory. The returned function adds the routes: the files,
 * and for every other path the page, with the head and the status from `pageHead`. `publish` gets the files first.
 */
export async function readSite(
  dir: string,
  publish?: SharedAssets['publish'],
): Promise<(routes: SiteRoutes) => SitePages> {
  const files = await readSiteFiles(dir, fileHeaders)
  await publish?.(files)
  const html = await readFile(join(dir, 'index.html'), 'utf8')
  const pageFiles = await readFile(join(dir, '.vite', 'page-files.json'), 'utf8').catch(() => '{}')
  return (routes) =>
    addSite({ files, html, pageFiles: z.parse(PageFilesTable, JSON.parse(pageFiles)) }, routes)
}

const PageFilesTable = z.record(
  z.string(),
  z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }),
)

interface BuiltSite {
  readonly files: ReadonlyMap<string, SiteFile>
  readonly html: string
  readonly pageFiles: Readonly<Record<string, PageFiles>>
}

function addSite(built: BuiltSite, routes: SiteRoutes): SitePages {
  const { app, pageHead, publicUrl, drawing, audienceOf, castAppId, looks = builtInLooks } = routes
  const { mediaOrigins = () => noOrigins, sharedAssets } = routes
  const { files, pageFiles } = built
  const html = castAppId === undefined ? built.html : withCastApp(built.html, castAppId)
  if (castAppId !== undefined) addReceiver(routes, built.html, castAppId)
  const pages = new SitePages({ html, files: pageFiles, pageHead, lookOf: looks.of, drawing })
  addLook(app, files, looks)
  const originOf = siteOrigins((host) => publicUrlAt(host, publicUrl, looks.at))
  const headersWith = pageHeadersOf(html, castAppId === undefined ? {} : senderOrigins)
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const file = files.get(path)
    if (file !== undefined) return sendFile(request, reply, file)
    const shared = await sendShared(request, reply, path, sharedAssets)
    if (shared !== undefined) return shared
    // A missing file must not return a page: the browser would run HTML as a script.
    if (notPages.test(path) || /\.\w{2,11}$/.test(path)) return respondNotFound(request, reply)
    const serviceId = looks.at(request.headers.host)
    const origins = mediaOrigins()
    const headers = { ...headersWith(origins), ...htmlHeaders, vary: 'accept-encoding, cookie' }
    const body = await pages.page({
      mediaOrigins: origins,
      url: request.url,
      serviceId,
      language: languageOfPage(request.url, request.headers, looks.of(serviceId).language),
      audience: audienceOf?.(request.raw) ?? '',
      origin: originOf(request.headers.host),
      isTelevision: asksForTelevision(request.url, request.headers['user-agent']),
    })
    const isOfStaff = new URLSearchParams(request.url.split('?')[1]).has(supportQuery)
    if (body.status === 200 && !isOfStaff && isVisit(request.headers)) routes.onVisit?.(request.url)
    return sendBody(request, reply.code(body.status).headers(headers), body)
  })
  return pages
}

/**
 * Whether a browser opens a page from outside the site, to show it: not a move inside the site, a prefetch, a frame or
 * a robot. Browsers say so in headers that no script can set, over HTTPS alone; nothing about the visitor is read.
 */
function isVisit(headers: IncomingMessage['headers']): boolean {
  const site = headers['sec-fetch-site']
  return (
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    (site === 'none' || site === 'cross-site') &&
    headers['sec-purpose'] === undefined
  )
}

const htmlHeaders = { 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' }

/** The colours of services, the manifests under their names, and their icons. */
function addLook(app: FastifyInstance, files: BuiltSite['files'], looks: SiteLooks): void {
  const common = { ...fileHeaders, 'cache-control': 'no-cache', vary: 'accept-encoding' }
  const lookAt = (host: string | undefined) => looks.of(looks.at(host))
  app.get(stylePath, async (request, reply) => {
    const headers = { ...common, 'content-type': 'text/css; charset=utf-8' }
    const style = styleOf(lookAt(request.headers.host))
    return sendBody(request, reply.headers(headers), await responseBody(style, false))
  })
  for (const language of ['ru', 'uz'] as const) {
    const built = `/ekran-${language}.webmanifest`
    const file = files.get(built)
    if (file === undefined) continue
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      const look = lookAt(request.headers.host)
      if (!isNamed(look) && look.icon === undefined && look.shortName === '')
        return sendFile(request, reply, file)
      const manifest = await file.contents.in('identity')
      const body = await responseBody(manifestOf(manifest, look, language), false)
      return sendBody(request, reply.headers(file.headers), body)
    }
    app.get(manifestPath(language), send)
    // Where the sites that viewers have installed before look for it.
    app.get(built, send)
  }
}

/** The page that a Cast device opens. No viewer opens it, so it is none of the site's pages. */
function addReceiver(
  { app, looks = builtInLooks, mediaOrigins = () => noOrigins }: SiteRoutes,
  html: string,
  castAppId: string,
): void {
  const built = asReceiver(html, castAppId)
  const headersWith = pageHeadersOf(html, receiverOrigins)
  app.get(receiverPath, async (request, reply) => {
    const look = looks.of(looks.at(request.headers.host))
    const { language } = look
    const head = { status: 200, language, title: look.name[language], description: '' } as const
    const origins = mediaOrigins()
    const headers = { ...headersWith(origins), ...htmlHeaders, vary: 'accept-encoding' }
    const page = withMediaOrigins(pageHtml(built, { ...head, isUnlisted: true }, '', look), origins)
    return sendBody(request, reply.headers(headers), await responseBody(page, false))
  })
}
