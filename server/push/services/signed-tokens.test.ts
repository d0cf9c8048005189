import { createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createApnsToken } from './apns-token.ts'
import { assertionOf } from './fcm-access.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'

const nowMs = Date.UTC(2026, 0, 15)
const nowSec = nowMs / 1000

/** The parts of a JSON web token whose signature is right, checked with Node's own crypto. */
function verified(token: string, privateKey: KeyObject) {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('the signature is wrong')
  const parsed = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown
  return { header: parsed(header), claims: parsed(claims) }
}

describe('the assertion for Google', () => {
  it('is signed with RS256 and names the account, the scope, the token endpoint and an hour', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const account = {
      projectId: 'p',
      email: 'ekran@p.iam.gserviceaccount.com',
      keyId: 'k1',
      key: privateKey,
      tokenUri: 'https://oauth2.googleapis.com/token',
    }
    expect(verified(await assertionOf(account, nowMs), privateKey)).toEqual({
      header: { alg: 'RS256', typ: 'JWT', kid: 'k1' },
      claims: {
        iss: 'ekran@p.iam.gserviceaccount.com',
        scope: 'https://www.googleapis.com/auth/firebase.messaging',
        aud: 'https://oauth2.googleapis.com/token',
        iat: nowSec,
        exp: nowSec + 3600,
      },
    })
  })
})

describe('the provider token for Apple', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const open = () => {
    const clock = manualClock(nowMs)
    return { clock, provider: createApnsToken({ key: privateKey, keyId: 'KEY', team: 'TEAM' }, clock) }
  }

  it('is signed with ES256 and names the key, the team and its time', async () => {
    expect(verified(await open().provider.token(), privateKey)).toEqual({
      header: { alg: 'ES256', kid: 'KEY' },
      claims: { iss: 'TEAM', iat: nowSec },
    })
  })

  it('is one for all concurrent requests, and another after forty minutes', async () => {
    const { clock, provider } = open()
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => provider.token()))
    expect(new Set([first, ...others]).size).toBe(1)
    clock.advanceMs(40 * 60_000 - 1)
    expect(await provider.token()).toBe(first)
    clock.advanceMs(1)
    expect(await provider.token()).not.toBe(first)
  })

  it('is replaced when Apple says that it has expired, but not within the twenty minutes that Apple requires', async () => {
    const { clock, provider } = open()
    const first = await provider.token()
    expect(provider.expired(first)).toBe(false)
    expect(await provider.token()).toBe(first)
    clock.advanceMs(20 * 60_000)
    expect(provider.expired(first)).toBe(true)
    const second = await provider.token()
    expect(second).not.toBe(first)
    expect(provider.expired(first), 'another request has replaced it already').toBe(true)
    expect(await provider.token()).toBe(second)
  })
})
