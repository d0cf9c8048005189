/**
 * Where an operator's source may lead. What the operator wrote may be in the local network; what the server behind it
 * names, a redirect say, may be there only where the operator's address is there itself: somebody else's server must
 * not make this machine ask its neighbours.
 */
import type { LookupFunction } from 'node:net'
import { guardedLookup } from './guarded-lookup.ts'
import { isLocalAddress, literalAddress } from './local-address.ts'

/** Names that no public DNS resolves: without a dot, and the suffixes reserved for local networks. */
const localName = /^[^.]+$|\.(?:local|localdomain|localhost|lan|internal|intranet|home|home\.arpa)$/i

/** A source names what it may not. The message says it in words, after the source's name. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused'
}

function intoLocalNetwork(): SourceRefused {
  return new SourceRefused('it leads into the local network')
}

/** How a connection is made: options for `http.get` and its like. */
export interface Connection {
  readonly lookup?: LookupFunction
}

/** An address in numbers of the local network, or a name that has a meaning only there. */
export function isWrittenLocal(url: URL): boolean {
  const literal = literalAddress(url)
  return literal === undefined ? localName.test(url.hostname) : isLocalAddress(literal)
}

/**
 * How to connect to `to`, which `source` (as the operator wrote it) has led to; `own` is how the source's own host is
 * connected to. The name is resolved once, for the connection itself, so an answer that changes between two questions
 * gains nothing.
 * @throws {SourceRefused} where `to` is written as an address of the local network and `source` is not.
 */
export function connectionFrom(source: URL, to: URL, own: Connection = {}): Connection {
  if (to.host === source.host) return own
  if (isWrittenLocal(source)) return {}
  if (isWrittenLocal(to)) throw intoLocalNetwork()
  return { lookup: guardedLookup(intoLocalNetwork) }
}
