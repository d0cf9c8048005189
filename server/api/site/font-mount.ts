/** Serves the fonts of brands: an address never shows another font, so it is cached for ever. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Db } from '#server/platform/database/database.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { fontPrefix, readFont } from '#server/site/site.ts'

const addressForm = /^\/fonts\/([0-9a-f]{20})\.woff2$/

export function fontMount({ db }: { readonly db: Db }): Mount {
  return {
    prefix: fontPrefix,
    handle: async (request, response) => {
      const path = (request.url ?? '').replace(/\?.*$/, '')
      if (!path.startsWith(fontPrefix)) return false
      await answer(db, path, request, response)
      return true
    },
  }
}

async function answer(db: Db, path: string, request: IncomingMessage, response: ServerResponse) {
  response.setHeader('x-content-type-options', 'nosniff')
  // Pages on other hosts of the same installation, and packaged apps, show them too.
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  const version = addressForm.exec(path)?.[1]
  const bytes = version === undefined ? undefined : await readFont(db, version)
  if (bytes === undefined) {
    response.writeHead(404, { 'cache-control': 'public, max-age=60' }).end()
    return
  }
  const caching = { etag: `"${version}"`, 'cache-control': 'public, max-age=31536000, immutable' }
  if (request.headers['if-none-match'] === caching.etag) {
    response.writeHead(304, caching).end()
    return
  }
  response.writeHead(200, { 'content-type': 'font/woff2', 'content-length': bytes.length, ...caching })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
