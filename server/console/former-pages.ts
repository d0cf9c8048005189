/** Addresses of pages that the console has replaced: bookmarks of operators lead on. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Mount } from '#server/platform/http/server.ts'

const successors: Readonly<Record<string, string>> = {
  '/operator/channels': '/console/health',
  '/operator/plays': '/console/plays',
  '/operator/apps': '/console/apps',
}

/** Redirects `/operator/…`. */
export const formerPagesMount: Mount = {
  prefix: '/operator/',
  handle: async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const location = Object.hasOwn(successors, path) ? successors[path] : undefined
    if (location === undefined) return false
    response.writeHead(302, { location, 'cache-control': 'no-store' }).end()
    return true
  },
}
