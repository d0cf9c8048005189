import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isLocalAddress } from './local-address.ts'

/**
 * A `lookup` for `net.connect`, `http.get` and similar: resolves a name and removes local addresses. If none is
 * left, the connection fails with `refusal`. A literal address is not looked up: check it before.
 */
export function guardedLookup(refusal: (host: string) => Error): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0)
      const reachable = addresses.filter(({ address }) => !isLocalAddress(address))
      const [first] = reachable
      if (first === undefined) return callback(refusal(hostname), '', 0)
      if (options.all === true) callback(null, reachable)
      else callback(null, first.address, first.family)
    })
  }
}
