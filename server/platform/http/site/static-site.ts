import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type ResponseBody,
  responseBody,
  encodingFor,
} from '#server/platform/http/endpoints/response-body.ts'
import { respondNotFound } from '#server/platform/http/endpoints/error-responses.ts'
import type { PageFiles } from './draw-page.ts'
import { fileHeaders, pageHeaders } from '#server/platform/http/endpoints/security-headers.ts'
import { siteOrigins } from './site-origin.ts'
import { type Drawing, type PageHeadOf, asksForTelevision, languageOfPage, SitePages } from './site-pages.ts'

export interface SiteRoutes {
  readonly app: FastifyInstance
  readonly pageHead: PageHeadOf
  /** Renders guests' pages on the server; without it browsers render them all. */
  readonly drawing?: Drawing
  /** The audience of a request's client. */
  readonly audienceOf?: (request: IncomingMessage) => string
  /** EKRAN_PUBLIC_URL; without it each request's own address is used. */
  readonly publicUrl: string | undefined
}

interface SiteFile {
  readonly body: ResponseBody
  readonly headers: Readonly<Record<string, string>>
}

/** The suffix of a brotli file, beside the file itself, where the build has created one. */
export const packedSuffix = '.br'

/** Paths of endpoints and mounts; these are never pages. */
const notPages = /^\/(?:api|middleware|payment|history|p|images|metrics|healthz|readyz)(?:\/|$)/

/**
 * Reads the built client (`index.html` and its files) into memory. The returned function adds the routes: the files,
 * and for every other path the page, with the head and the status from `pageHead`.
 */
export async function readSite(dir: string): Promise<(routes: SiteRoutes) => SitePages> {
  const files = await readFiles(dir)
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

function addSite({ files, html, pageFiles }: BuiltSite, routes: SiteRoutes): SitePages {
  const { app, pageHead, publicUrl, drawing, audienceOf } = routes
  const pages = new SitePages({ html, files: pageFiles, pageHead, drawing })
  const originOf = siteOrigins(publicUrl)
  const headers = {
    ...pageHeaders(html),
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-encoding, cookie',
  }
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const file = files.get(path)
    if (file !== undefined) return sendFile(request, reply, file)
    // A missing file must not return a page: the browser would run HTML as a script.
    if (notPages.test(path) || /\.\w{2,11}$/.test(path)) return respondNotFound(request, reply)
    const body = await pages.page({
      url: request.url,
      language: languageOfPage(request.url, request.headers),
      audience: audienceOf?.(request.raw) ?? '',
      origin: originOf(request.headers.host),
      isTelevision: asksForTelevision(request.url, request.headers['user-agent']),
    })
    return sendBody(request, reply.code(body.status).headers(headers), body)
  })
  return pages
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply {
  return sendBody(request, reply.headers(file.headers), file.body)
}

function sendBody(request: FastifyRequest, reply: FastifyReply, body: ResponseBody): FastifyReply {
  reply.header('etag', body.etag)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === body.etag)
    return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'], body)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send((encoding === 'identity' ? undefined : body[encoding]) ?? body.identity)
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
}
const textual = /^(?:text\/|application\/(?:json|manifest\+json|wasm)|image\/svg)/

async function readFiles(dir: string): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = new Map<string, SiteFile>()
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const address = path.slice(dir.length).replaceAll('\\', '/')
    // Names with a leading dot are the build's own: lists of its files, the rendering module.
    if (!entry.isFile() || address.includes('/.') || entry.name === 'index.html') continue
    if (entry.name.endsWith(packedSuffix)) continue
    files.set(address, await siteFile(path, address))
  }
  return files
}

async function siteFile(path: string, address: string): Promise<SiteFile> {
  const type = types[extname(path)] ?? 'application/octet-stream'
  const bytes = await readFile(path)
  // Pictures and fonts are compressed already.
  const made = await responseBody(bytes, false, { compress: textual.test(type) })
  const packed = await readFile(path + packedSuffix).catch(() => undefined)
  const body = packed === undefined ? made : { ...made, br: packed }
  // Vite puts the content's hash into these names, so their content never changes.
  const forever = address.startsWith('/assets/')
  return {
    body,
    headers: {
      ...fileHeaders,
      'content-type': type,
      'cache-control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    },
  }
}
