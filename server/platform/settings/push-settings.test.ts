import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

function read(variables: Readonly<Record<string, string>>) {
  const result = readSettings(variables)
  if (result.kind === 'refused') throw new Error(result.problems.join('\n'))
  return result.settings
}

function problemOf(variables: Readonly<Record<string, string>>): string {
  const result = readSettings(variables)
  return result.kind === 'refused' ? result.problems.join('\n') : ''
}

const apns = 'key=/etc/ekran/AuthKey.p8&key_id=ABC123DEFG&team=DEF123GHIJ&topic=uz.example.tv'

describe('the settings of a push service', () => {
  it('turn it off when they are absent', () => {
    expect(read({})).toMatchObject({ EKRAN_FCM: undefined, EKRAN_APNS: undefined })
  })

  it('name the key file and what belongs to it, with the addresses of the real services', () => {
    expect(read({ EKRAN_FCM: 'key=/etc/ekran/fcm.json', EKRAN_APNS: apns })).toMatchObject({
      EKRAN_FCM: { key: '/etc/ekran/fcm.json', origin: 'https://fcm.googleapis.com' },
      EKRAN_APNS: {
        key: '/etc/ekran/AuthKey.p8',
        keyId: 'ABC123DEFG',
        team: 'DEF123GHIJ',
        topic: 'uz.example.tv',
        origin: 'https://api.push.apple.com',
      },
    })
    expect(read({ EKRAN_APNS: `${apns}&host=sandbox` }).EKRAN_APNS?.origin).toBe(
      'https://api.sandbox.push.apple.com',
    )
    expect(read({ EKRAN_APNS: `${apns}&origin=http://127.0.0.1:9` }).EKRAN_APNS?.origin).toBe(
      'http://127.0.0.1:9',
    )
  })

  it.each([
    ['EKRAN_FCM', 'file=/etc/ekran/fcm.json', 'file is not known here.'],
    ['EKRAN_FCM', 'origin=https://fcm.googleapis.com', 'key= is missing.'],
    ['EKRAN_FCM', 'key=/a&origin=ftp://x', 'The value of origin is not of its form.'],
    ['EKRAN_APNS', 'key=/a&key_id=ABC123DEFG&team=DEF123GHIJ', 'topic= is missing.'],
    ['EKRAN_APNS', apns.replace('ABC123DEFG', 'abc'), 'The value of key_id is not of its form.'],
    ['EKRAN_APNS', `${apns}&host=test`, 'The value of host is not of its form.'],
  ])('%s=%s is refused with its error', (name, text, problem) => {
    expect(problemOf({ [name]: text })).toContain(problem)
  })
})
