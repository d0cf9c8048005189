import type { IncomingMessage } from 'node:http'
import { plainAddress } from '#server/platform/primitives/ip-address.ts'
import type { ClientAddress } from './client-address.ts'

/** Through a trusted proxy: the client has another address than the connection. */
export function isThroughProxy(clientAddress: ClientAddress, request: IncomingMessage): boolean {
  return clientAddress(request) !== plainAddress(request.socket.remoteAddress ?? '')
}

/** Whether a request came over https: by the site's own address, or according to a trusted proxy. */
export function isSecureRequest(
  {
    publicUrl,
    clientAddress,
  }: { readonly publicUrl?: string | undefined; readonly clientAddress: ClientAddress },
  request: IncomingMessage,
): boolean {
  if (publicUrl?.startsWith('https:') === true) return true
  return request.headers['x-forwarded-proto'] === 'https' && isThroughProxy(clientAddress, request)
}
