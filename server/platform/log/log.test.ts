import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createLog } from './log.ts'
import { addressForLog, withoutSecrets } from './redact.ts'

function logged(
  write: (log: ReturnType<typeof createLog>) => void,
  form: 'json' | 'human' = 'json',
): string[] {
  const lines: string[] = []
  write(createLog({ level: 'info', form, clock: manualClock(0), write: (line) => lines.push(line) }))
  return lines
}

describe('the log', () => {
  it('[OPS-03] writes one JSON object per line, with its part’s fields, from its level on', () => {
    const lines = logged((log) => {
      log.debug('jobs.finished')
      log.with({ part: 'engine' }).info('archive.expired_deleted', { bytes: 5, took: 3n })
    })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        at: '1970-01-01T00:00:00.000Z',
        level: 'info',
        event: 'archive.expired_deleted',
        part: 'engine',
        bytes: 5,
        took: '3',
      },
    ])
  })

  it('writes a short line for a person: time, level, name, facts', () => {
    const [line = ''] = logged(
      (log) => log.with({ part: 'media' }).warn('channel.source_lost', { source: 0, words: 'no route' }),
      'human',
    )
    expect(line).toMatch(/^\d\d:\d\d:\d\d WARN channel\.source_lost {2}part=media source=0 words=no route$/)
  })

  it('[PAY-06] hides a card number, in any spacing, and keeps other numbers', () => {
    for (const pan of ['8600490744313347', '9860 0901 0101 4364', '5614-6812-0000-1234', '4111111111111111'])
      expect(withoutSecrets(`the card ${pan}, of "${pan}"`)).not.toMatch(/\d{4}[ -]?\d{4}[ -]?\d{4}/)
    expect(withoutSecrets('8600490744313347')).toBe('860049******3347')
    for (const other of ['1790000000000000', '86004907443133471', '4111.2', '860049'])
      expect(withoutSecrets(other)).toBe(other)
  })

  it('writes errors with their cause and code, and handles circular references', () => {
    const circle: { self?: object } = {}
    circle.self = circle
    const error = Object.assign(new Error('no way', { cause: new Error('inner') }), { code: 'EACCES' })
    const [line = ''] = logged((log) => log.error('http.request_failed', { error, circle }))
    expect(JSON.parse(line)).toMatchObject({
      error: { message: 'no way', errorCode: 'EACCES', cause: { message: 'inner' } },
    })
  })

  it.each(['json', 'human'] as const)('[ACC-14] hides secrets by name and in text (%s)', (form) => {
    const [line = ''] = logged(
      (log) =>
        log.info('http.change_answered', {
          text: 'GET /middleware/login?password=hunter2',
          password: 'hunter2',
          inner: { authkey: 'hunter2', list: [{ sms_code: 'hunter2' }] },
          address: 'rtmp://user:hunter2@host/live',
          url: '/p/hunter2/live/5/master.m3u8',
          header: 'Bearer hunter2',
          error: new Error('connect postgresql://u:hunter2@db/x failed'),
        }),
      form,
    )
    expect(line).not.toContain('hunter2')
  })

  it('[ACC-14] hides a secret parameter’s value in an address, however its name is encoded', () => {
    const names = fc.constantFrom(
      'authkey',
      'password',
      'old_password',
      'KEY',
      'code',
      'sms_code',
      'token',
      'card_number',
    )
    const encode = (name: string) =>
      [...name].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
    fc.assert(
      fc.property(
        names,
        fc.boolean(),
        fc.stringMatching(/^[a-z0-9]{12}$/),
        fc.string(),
        (name, encoded, secret, other) => {
          const address = `/x?other=${encodeURIComponent(other.toWellFormed())}&${encoded ? encode(name) : name}=${secret}&last=1`
          expect(addressForLog(address)).not.toContain(secret)
        },
      ),
    )
    expect(addressForLog('/middleware/program/list?cid=5&authkey=abc')).toBe(
      '/middleware/program/list?cid=5&authkey=[hidden]',
    )
    expect(withoutSecrets('nothing to hide, code 5')).toBe('nothing to hide, code 5')
  })
})
