import { createServer, get } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { guardedLookup } from './guarded-lookup.ts'
import { isLocalAddress, literalAddress } from './local-address.ts'

it('recognises local addresses in every notation', () => {
  const local = [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
    '172.16.0.1',
  ]
  const six = [
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    'fe80::1%eth0',
    '[::1]',
    '::127.0.0.1',
    'fec0::1',
    'ff02::1',
  ]
  const mapped = ['::ffff:127.0.0.1', '0:0:0:0:0:ffff:10.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:7f00:1']
  const carried = [
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '::ffff:0:7f00:1',
    'no address',
    '',
  ]
  for (const address of [...local, ...six, ...mapped, ...carried])
    expect(isLocalAddress(address), address).toBe(true)
  for (const address of ['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888', '::ffff:8.8.8.8', '100.128.0.1'])
    expect(isLocalAddress(address), address).toBe(false)
})

it('parses numeric notations of an address as browsers do', () => {
  for (const host of [
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '[::ffff:127.0.0.1]',
    '１２７.0.0.1',
  ])
    expect(isLocalAddress(literalAddress(new URL(`http://${host}/`)) ?? 'a name'), host).toBe(true)
  expect(literalAddress(new URL('http://tv.example/'))).toBeUndefined()
})

it('rejects connections to names that resolve to this machine', async () => {
  const server = createServer((_, response) => response.end('inside'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const outgoing = get(`http://localhost:${port}/`, {
    lookup: guardedLookup((host) => new Error(`no: ${host}`)),
  })
  const [error] = (await once(outgoing, 'error')) as [Error]
  expect(error.message).toBe('no: localhost')
  server.close()
})
