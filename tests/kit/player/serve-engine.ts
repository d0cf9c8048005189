/** An engine behind a bare page with the player library, and nothing of the product around it. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Engine } from '#media/media.ts'

const library = createRequire(import.meta.url).resolve('shaka-player/dist/shaka-player.compiled.js')
const html = '<!doctype html><video muted></video><script src="/shaka.js"></script>'

/** Serves on loopback; `onRequest` gets the path of each request before the response. */
export async function serveEngine(
  engine: Engine,
  onRequest: (path: string) => void = () => undefined,
): Promise<{ readonly base: string; close(): void }> {
  const server = createServer((request, response) => {
    onRequest(request.url ?? '')
    if (request.url === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    if (request.url === '/shaka.js') return void response.end(readFileSync(library))
    void engine.handle(request, response).then((own) => own || response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
