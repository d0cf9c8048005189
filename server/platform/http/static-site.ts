import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/failures.ts'
import type { AnswerBody } from '#server/platform/http/answer-body.ts'
import { answerBody, encodingFor } from '#server/platform/http/answer-body.ts'
import { answerUnknown } from '#server/platform/http/answer-trouble.ts'
import { languageOf } from '#server/platform/http/language.ts'
import type { PageHead } from '#server/platform/http/page-html.ts'
import { pageHtml } from '#server/platform/http/page-html.ts'
import { fileHeaders, pageHeaders } from '#server/platform/http/security-headers.ts'

/** Says what the head of a page holds; `path` is without query, `language` what the browser prefers. */
export type PageHeadOf = (path: string, language: Language) => PageHead | Promise<PageHead>

export interface SiteRoutes {
  readonly app: FastifyInstance
  readonly pageHead: PageHeadOf
  /** EKRAN_PUBLIC_URL; without it each request's own address is taken. */
  readonly publicUrl: string | undefined
}

interface SiteFile {
  readonly body: AnswerBody
  readonly headers: Readonly<Record<string, string>>
}

/** Paths that belong to calls and parts; nothing there is ever a page. */
const notPages = /^\/(?:api|middleware|payment|history|p|images|metrics|healthz|readyz)(?:\/|$)/

/**
 * Reads the built client (`index.html` and its files) into memory. What it gives adds the routes: the files, and
 * for every other path the page, with the head and the status that `pageHead` says.
 */
export async function readSite(dir: string): Promise<(routes: SiteRoutes) => void> {
  const files = await readFiles(dir)
  const html = await readFile(join(dir, 'index.html'), 'utf8')
  return (routes) => addSite(files, html, routes)
}

function addSite(files: ReadonlyMap<string, SiteFile>, html: string, routes: SiteRoutes): void {
  const { app, pageHead, publicUrl } = routes
  const headers = {
    ...pageHeaders(html),
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-language, accept-encoding',
  }
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const file = files.get(path)
    if (file !== undefined) return sendFile(request, reply, file)
    // A missing file must not look like a page: the browser would run HTML as a script.
    if (notPages.test(path) || /\.\w{2,11}$/.test(path)) return answerUnknown(request, reply)
    const head = await pageHead(path, languageOf(undefined, request.headers['accept-language']))
    const text = pageHtml(html, head, originOf(request, publicUrl))
    return sendBody(request, reply.code(head.status).headers(headers), await answerBody(text, false))
  })
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply {
  return sendBody(request, reply.headers(file.headers), file.body)
}

function sendBody(request: FastifyRequest, reply: FastifyReply, body: AnswerBody): FastifyReply {
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
    if (!entry.isFile() || entry.name.startsWith('.') || entry.name === 'index.html') continue
    const path = join(entry.parentPath, entry.name)
    const address = path.slice(dir.length).replaceAll('\\', '/')
    files.set(address, await siteFile(path, address))
  }
  return files
}

async function siteFile(path: string, address: string): Promise<SiteFile> {
  const type = types[extname(path)] ?? 'application/octet-stream'
  const bytes = await readFile(path)
  // Pictures and fonts are compressed already.
  const body = await answerBody(bytes, false, { compress: textual.test(type) })
  // Vite puts the hash of the content into these names, so their content never changes.
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

function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  const host = request.headers.host ?? ''
  // It goes into the page's head: only what a host may look like.
  return /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(host) ? `http://${host}` : ''
}
