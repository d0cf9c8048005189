/** The files of a built client in memory, and how they are sent. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ResponseBody, encodingFor } from '#server/platform/http/endpoints/response-body.ts'
import { MadeEncodings, PackedFile } from './packed-file.ts'

type Headers = Readonly<Record<string, string>>

export interface SiteFile {
  readonly contents: PackedFile
  readonly headers: Readonly<Record<string, string>>
}

/** The suffix of a brotli file, beside the file itself, where the build has created one. */
export const packedSuffix = '.br'

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { contents, headers }: SiteFile,
): Promise<FastifyReply> {
  if (isUnchanged(request, reply.headers(headers), contents.etag)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'], contents.encodings)
  const bytes = await contents.in(encoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

/** Names the version that is sent; whether the client has it. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  return reply.statusCode === 200 && request.headers['if-none-match'] === etag
}

export function sendBody(request: FastifyRequest, reply: FastifyReply, body: ResponseBody): FastifyReply {
  if (isUnchanged(request, reply, body.etag)) return reply.code(304).send()
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

/**
 * Every file below `dir` but the page, by its path from there (`/assets/…`). `headers` are added to each.
 */
export async function readSiteFiles(dir: string, headers: Headers): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = new Map<string, SiteFile>()
  const made = new MadeEncodings()
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const address = path.slice(dir.length).replaceAll('\\', '/')
    // Names with a leading dot are the build's own: lists of its files, the rendering module.
    if (!entry.isFile() || address.includes('/.') || entry.name === 'index.html') continue
    if (entry.name.endsWith(packedSuffix)) continue
    files.set(address, await siteFile({ path, address, headers, made }))
  }
  return files
}

interface FilePlace {
  readonly path: string
  readonly address: string
  readonly headers: Headers
  readonly made: MadeEncodings
}

async function siteFile({ path, address, headers, made }: FilePlace): Promise<SiteFile> {
  const bytes = await readFile(path)
  const packed = await readFile(path + packedSuffix).catch(() => undefined)
  return {
    contents: new PackedFile({ address, bytes, packed, isCompressible: isCompressible(address), made }),
    headers: headersOf(address, headers),
  }
}

/** Whether a file with this name is text, which pictures and fonts are not. */
export function isCompressible(address: string): boolean {
  return textual.test(typeOf(address))
}

function typeOf(address: string): string {
  return types[extname(address)] ?? 'application/octet-stream'
}

/** The headers of a file by its path from the root of its build; `headers` are added. */
export function headersOf(address: string, headers: Headers): Headers {
  // Vite puts the content's hash into these names, so their content never changes.
  const forever = address.startsWith('/assets/')
  return {
    ...headers,
    'content-type': typeOf(address),
    'cache-control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  }
}
