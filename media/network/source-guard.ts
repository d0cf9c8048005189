/**
 * Which addresses an operator's source may lead to. The operator's own address may be in the local network; what its
 * server names, for example in a redirect, may be local only if the operator's address is local too: an external
 * server must not make this machine send requests to its local network (SSRF).
 */
import type { LookupFunction } from 'node:net'
import { guardedLookup } from './guarded-lookup.ts'
import { isLocalAddress, literalAddress } from './local-address.ts'

/** Names that no public DNS resolves: without a dot, and the suffixes reserved for local networks. */
const localName = /^[^.]+$|\.(?:local|localdomain|localhost|lan|internal|intranet|home|home\.arpa)$/i

/** A source names a forbidden address. The message says so as text that follows the source's name. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused'
}

function intoLocalNetwork(): SourceRefused {
  return new SourceRefused('it leads into the local network')
}

/** How to connect: options for `http.get` and similar. */
export interface Connection {
  readonly lookup?: LookupFunction
}

/** A literal address of the local network, or a name that has a meaning only there. */
export function isWrittenLocal(url: URL): boolean {
  const literal = literalAddress(url)
  return literal === undefined ? localName.test(url.hostname) : isLocalAddress(literal)
}

/**
 * How to connect to `to`, which was reached from `source` (as the operator wrote it); `own` is how to connect to the
 * source's own host. The name is resolved once, for the connection itself, so changing DNS answers (DNS rebinding)
 * have no effect.
 * @throws {SourceRefused} when `to` is a literal local address and `source` is not.
 */
export function connectionFrom(source: URL, to: URL, own: Connection = {}): Connection {
  if (to.host === source.host) return own
  if (isWrittenLocal(source)) return {}
  if (isWrittenLocal(to)) throw intoLocalNetwork()
  return { lookup: guardedLookup(intoLocalNetwork) }
}
