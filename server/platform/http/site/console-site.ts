/** The operators' console: the files of its build under `/console`, and its one page for every path of it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { respondNotFound } from '#server/platform/http/endpoints/error-responses.ts'
import { type ResponseBody, responseBody } from '#server/platform/http/endpoints/response-body.ts'
import { consoleFileHeaders, consolePageHeaders } from '#server/platform/http/endpoints/security-headers.ts'
import { withIcon } from './page-html.ts'
import { type SiteLook, type SiteLooks, nameIn } from './site-look.ts'
import { sendShared } from './send-shared.ts'
import type { SharedAssets } from './shared-assets.ts'
import { type SiteFile, readSiteFiles, sendBody, sendFile } from './site-files.ts'

/** The path of the console's pages; its build uses the same as the base of its files. */
export const consolePath = '/console'

export interface ConsoleSite {
  readonly files: ReadonlyMap<string, SiteFile>
  /** Its page, before the name of the service is in its title. */
  readonly html: string
  readonly pageHeaders: Readonly<Record<string, string>>
}

/** Reads the built console (`index.html` and its files) into memory. */
export async function readConsoleSite(dir: string): Promise<ConsoleSite> {
  const html = await readFile(join(dir, 'index.html'), 'utf8')
  return {
    files: await readSiteFiles(dir, consoleFileHeaders),
    html,
    pageHeaders: {
      ...consolePageHeaders(html),
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding',
    },
  }
}

/**
 * Adds the routes of the console. `site` may still be in the making, and a request then waits for it; undefined: there
 * is none, and its paths are not found. A rejection is answered with 503. `sharedAssets` has files of other builds.
 */
export function addConsoleSite(
  app: FastifyInstance,
  site: Promise<ConsoleSite | undefined>,
  looks: SiteLooks,
  sharedAssets?: Pick<SharedAssets, 'find'>,
): void {
  const pages = pagesByName()
  // A request reports it; without one it must not end the process.
  site.catch(() => undefined)
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const built = await site.catch(() => 'failed' as const)
    if (built === 'failed') return sendFailed(reply)
    const address = request.url.split('?', 1)[0] ?? ''
    const path = address.slice(consolePath.length)
    const file = built?.files.get(path)
    if (file !== undefined) return sendFile(request, reply, file)
    const shared = await sendShared(request, reply, address, sharedAssets)
    if (shared !== undefined) return shared
    // A missing file must not return the page: the browser would run HTML as a script.
    if (built === undefined || path.startsWith('/assets/')) return respondNotFound(request, reply)
    const page = await pages(built.html, looks.of(looks.at(request.headers.host)))
    return sendBody(request, reply.code(200).headers(built.pageHeaders), page)
  }
  app.get(consolePath, handler)
  app.get(`${consolePath}/*`, handler)
}

/** More names than services on one server; a change of a name makes another one. */
const maxNames = 50

/** The console's page with the name of the service in its title, and its icon; finished pages are stored. */
function pagesByName() {
  const made = new Map<string, Promise<ResponseBody>>()
  return (html: string, look: SiteLook): Promise<ResponseBody> => {
    const name = nameIn(look)
    const key = `${name} ${look.icon?.small ?? ''}`
    const stored = made.get(key)
    if (stored !== undefined) return stored
    if (made.size >= maxNames) made.clear()
    const title = name.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
    const named = html.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    const page = responseBody(withIcon(named, look), false)
    made.set(key, page)
    return page
  }
}

function sendFailed(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .send('The console could not be built. The log of the server says why (pages.console_not_built).\n')
}
