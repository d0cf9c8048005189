import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { clientAddressReader, mediaClientAddressReader } from './client-address.ts'
import { isAddressOrPrefix } from '#server/platform/primitives/ip-address.ts'

function from(peer: string, forwarded?: string): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return request
}

describe('[REGION-02] the client’s address', () => {
  it('is the connection’s when no proxy is trusted, whatever a header says', () => {
    const read = clientAddressReader([])
    expect(read(from('203.0.113.7', '10.1.1.1'))).toBe('203.0.113.7')
    expect(read(from('::ffff:203.0.113.7'))).toBe('203.0.113.7')
  })

  it('is the last hop that is no trusted proxy, so that what a client wrote itself is never used', () => {
    const read = clientAddressReader(['10.0.0.0/8', 'fd00::/8'])
    expect(read(from('10.0.0.2', '198.51.100.4'))).toBe('198.51.100.4')
    expect(read(from('10.0.0.2', '1.1.1.1, 198.51.100.4, 10.9.9.9'))).toBe('198.51.100.4')
    expect(read(from('fd00::1', '2001:db8::5'))).toBe('2001:db8::5')
    expect(read(from('203.0.113.7', '198.51.100.4'))).toBe('203.0.113.7')
  })

  it('falls back to the certain part when a header is invalid or names only proxies', () => {
    const read = clientAddressReader(['10.0.0.0/8'])
    expect(read(from('10.0.0.2', 'unknown, x'))).toBe('10.0.0.2')
    expect(read(from('10.0.0.2', ''))).toBe('10.0.0.2')
    expect(read(from('10.0.0.2', '10.0.0.3'))).toBe('10.0.0.3')
    expect(read(from('10.0.0.2', '198.51.100.4:55012'))).toBe('198.51.100.4')
  })

  it('[EDGE-01] is what an edge of a partner says of its viewers for media, and for nothing else', () => {
    const settings = { EKRAN_TRUSTED_PROXIES: ['10.0.0.0/8'], EKRAN_TRUSTED_EDGES: ['203.0.113.7'] }
    const throughEdge = from('203.0.113.7', '198.51.100.4')
    expect(mediaClientAddressReader(settings)(throughEdge)).toBe('198.51.100.4')
    expect(clientAddressReader(settings.EKRAN_TRUSTED_PROXIES)(throughEdge)).toBe('203.0.113.7')
    // An edge that requests through a shield or proxy of ours.
    const throughBoth = from('10.0.0.2', '198.51.100.4, 203.0.113.7')
    expect(mediaClientAddressReader(settings)(throughBoth)).toBe('198.51.100.4')
    expect(clientAddressReader(settings.EKRAN_TRUSTED_PROXIES)(throughBoth)).toBe('203.0.113.7')
  })

  it('accepts only addresses and prefixes as proxies', () => {
    expect(['10.0.0.0/8', '::1', 'fd00::/8', '1.2.3.4'].every(isAddressOrPrefix)).toBe(true)
    expect(['10.0.0.0/33', 'proxy', '1.2.3', '::1/129', '1.2.3.4/8/8', ''].some(isAddressOrPrefix)).toBe(
      false,
    )
  })
})
