import { describe, expect, it } from 'vitest'
import { signedLogin } from '#emulators/telegram/login-page.ts'
import { checkLogin } from './signed-login.ts'

const token = `4242424242:${'A'.repeat(35)}`
const nowMs = Date.UTC(2026, 10, 29, 12)
const person = { id: 77, firstName: 'Дилноза', username: 'dilnoza' }

function sent(facts: object): string {
  return Buffer.from(JSON.stringify(facts)).toString('base64url')
}
function check(text: string, more: { token?: string; nowMs?: number } = {}) {
  return checkLogin(text, { token, nowMs, language: 'ru', ...more })
}

describe('[TG-01] a signed login of Telegram', () => {
  const facts = signedLogin(token, person, nowMs)

  it('says who it is, in either alphabet of base64', () => {
    const right = {
      kind: 'right',
      person: { userId: 77, name: 'Дилноза', language: 'ru' },
      hash: facts['hash'],
    }
    expect(check(sent(facts))).toEqual(right)
    expect(check(Buffer.from(JSON.stringify(facts)).toString('base64'))).toEqual(right)
  })

  it('is wrong when anything of it was changed, added or signed by another bot', () => {
    const wrong = [
      { ...facts, id: 78 },
      { ...facts, auth_date: Number(facts['auth_date']) + 1 },
      { ...facts, first_name: 'Дилнозa' },
      { ...facts, last_name: 'Q' },
      { ...facts, hash: '0'.repeat(64) },
      { ...facts, hash: undefined },
      { ...facts, more: { id: 1 } },
    ]
    for (const one of wrong) expect(check(sent(one)), JSON.stringify(one)).toEqual({ kind: 'wrong' })
    expect(check(sent(facts), { token: `5${token.slice(1)}` })).toEqual({ kind: 'wrong' })
    for (const text of ['', 'e30', '%%%', sent([]), Buffer.from('null').toString('base64url')])
      expect(check(text)).toEqual({ kind: 'wrong' })
  })

  it('is too old after five minutes, and not from the future', () => {
    expect(check(sent(facts), { nowMs: nowMs + 300_000 })).toMatchObject({ kind: 'right' })
    expect(check(sent(facts), { nowMs: nowMs + 301_000 })).toEqual({ kind: 'old' })
    expect(check(sent(facts), { nowMs: nowMs - 61_000 })).toEqual({ kind: 'old' })
  })

  it('needs the number of a person', () => {
    const nobody = { ...person, id: 0 }
    expect(check(sent(signedLogin(token, nobody, nowMs)))).toEqual({ kind: 'wrong' })
  })
})
