import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGatewayAddress, splitGatewayAddresses } from './gateway-address.ts'

const all = ['smpp', 'eskiz', 'playmobile', 'ari', 'atmos']

function read(text: string, among: readonly string[] = all) {
  const result = readGatewayAddress(text, among)
  return result.kind === 'read' ? result.address : result.problem
}

describe('the address of a gateway', () => {
  it.each([
    ['smpp://u:p@10.0.0.1', { protocol: 'smpp', host: '10.0.0.1', port: 2775, origin: undefined }],
    ['smpp://u:p@[::1]:2776', { protocol: 'smpp', host: '::1', port: 2776 }],
    ['eskiz+https://a:b@notify.eskiz.uz', { port: 443, origin: 'https://notify.eskiz.uz:443' }],
    ['playmobile+http://a:b@send.smsxabar.uz:8080', { port: 8080, origin: 'http://send.smsxabar.uz:8080' }],
    ['ari+http://a:b@[::1]?endpoint=PJSIP/{phone}@t', { host: '::1', origin: 'http://[::1]:8088' }],
    ['atmos+https://key:secret@apigw.atmos.uz?store=1', { protocol: 'atmos', port: 443 }],
  ])('%s is parsed', (text, expected) => {
    expect(read(text)).toMatchObject(expected)
  })

  it('has its user, password and parameters decoded', () => {
    const address = read('eskiz+https://info%40ekran.uz:p%3A%2C%23@notify.eskiz.uz?from=Ekran%20TV')
    expect(address).toMatchObject({ user: 'info@ekran.uz', password: 'p:,#' })
    expect(typeof address === 'object' && address.parameters.get('from')).toBe('Ekran TV')
  })

  it.each([
    ['', 'is not an address of a known kind'],
    ['smpp', 'is not an address of a known kind'],
    ['http://u:p@host', 'is not an address of a known kind'],
    ['smpp://u:p@', 'is not an address of a known kind'],
    ['smpp://host', 'has no user and password before the host'],
    ['smpp://u@host', 'has no user and password before the host'],
    ['smpp://u:%ZZ@host', 'has a `%` that is not followed by a code'],
    ['eskiz+https://u:p@host/api', 'has a path, which is not asked for'],
    ['smpp://u:p@host?form=1', 'has the parameter "form", which is not known'],
    ['smpp://u:p@host?__proto__=1', 'has the parameter "__proto__", which is not known'],
    ['smpp://u:p@host?alphabet=utf8', 'has a value of "alphabet" that cannot be used'],
    ['ari+http://u:p@host?endpoint=PJSIP', 'has a value of "endpoint" that cannot be used'],
    ['ari+http://u:p@host', 'lacks the parameter "endpoint"'],
    ['atmos+https://u:p@host', 'lacks the parameter "store"'],
  ])('%s is refused, because it %s', (text, problem) => {
    expect(read(text)).toBe(problem)
  })

  it('is refused where its kind is not allowed', () => {
    expect(read('smpp://u:p@host', ['ari'])).toBe('is not an address of a known kind')
  })

  it('[ACC-14] is never repeated in the reason for its refusal', () => {
    const schemes = fc.constantFrom('smpp://', 'eskiz+https://', 'ari+http://', 'http://', '')
    fc.assert(
      fc.property(schemes, fc.stringMatching(/^[a-z0-9:@?=&%/]{0,40}$/), (scheme, rest) => {
        const problem = read(`${scheme}user:hunter2@host.example${rest}`)
        if (typeof problem === 'string') expect(problem).not.toMatch(/hunter2|host\.example/)
      }),
    )
  })
})

describe('a list of addresses', () => {
  it('is split only at blanks and commas', () => {
    expect(splitGatewayAddresses(' smpp://a:b@c,\n ari+http://d:e%2Cf@g\t')).toEqual([
      'smpp://a:b@c',
      'ari+http://d:e%2Cf@g',
    ])
    expect(splitGatewayAddresses('  ')).toEqual([])
  })
})
