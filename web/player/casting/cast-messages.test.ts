import { describe, expect, it } from 'vitest'
import { readToReceiver, readToSender } from './cast-messages.ts'

const track = { id: '1', name: '', language: 'ru', is_active: 1 }
const playing = {
  kind: 'film',
  id: 7,
  title: 'Абдуллажон',
  subtitle: '',
  position_sec: 61,
  duration_sec: 5400,
  is_paused: 0,
  audio: [track],
  subtitles: [],
} as const

describe('a message on the television', () => {
  it('is read as it was sent, also from JSON text', () => {
    const messages = [
      { kind: 'hello', abonement: '10020030', language: 'uz', screen: 'Гостиная' },
      { kind: 'approved' },
      { kind: 'load', path: '/movie/7?watch=12', resume: { vid: 7, vfid: 12, sec: 61 } },
      { kind: 'load', path: '/tvArchive/3/44?t=1800000000', resume: null },
      { kind: 'command', command: { kind: 'pause' } },
      { kind: 'command', command: { kind: 'seek', position_sec: 130 } },
      { kind: 'command', command: { kind: 'audio', track_id: 'uz' } },
      { kind: 'command', command: { kind: 'subtitles', track_id: '' } },
      { kind: 'end' },
    ]
    for (const message of messages) {
      expect(readToReceiver(message)).toEqual(message)
      expect(readToReceiver(JSON.stringify(message))).toEqual(message)
    }
  })

  it.each([
    null,
    'not json {',
    { kind: 'other' },
    // Pages with money or devices, other sites, and what is no page.
    ...['/cabinet', '//evil.example', 'https://evil.example', '/movie/0', '/login', 7].map((path) => ({
      kind: 'load',
      path,
    })),
    ...[
      { kind: 'key', key: 'ok' },
      { kind: 'search', text: 'a' },
      { kind: 'open', path: '/cabinet' },
      { kind: 'seek', position_sec: -1 },
      { kind: 'seek', position_sec: 'soon' },
      { kind: 'audio', track_id: '' },
      { kind: 'audio', track_id: 'x'.repeat(101) },
    ].map((command) => ({ kind: 'command', command })),
  ])('is refused: %j', (message) => {
    expect(readToReceiver(message)).toBeNull()
  })

  it('starts the film at the stored position when the sent one is invalid', () => {
    for (const resume of [{ vid: 7, vfid: 12 }, { vid: 7, vfid: 12, sec: Number.NaN }, 'x'])
      expect(readToReceiver({ kind: 'load', path: '/movie/7?watch=12', resume })).toMatchObject({
        resume: null,
      })
  })
})

describe('a message on the phone', () => {
  it('is read as it was sent', () => {
    const messages = [
      { kind: 'code', code: '1234-5678' },
      { kind: 'ready' },
      { kind: 'refused', message: 'Слишком много устройств' },
      { kind: 'state', place: '/movie/7?watch=12', playing, problem: '' },
      { kind: 'state', place: '/cast', playing: null, problem: 'Нет доступа' },
      { kind: 'ended' },
    ]
    for (const message of messages) expect(readToSender(JSON.stringify(message))).toEqual(message)
  })

  it('is refused when it has no code or no kind, and reads a malformed state as nothing', () => {
    expect(readToSender({ kind: 'code', code: 'authkey=1' })).toBeNull()
    expect(readToSender([])).toBeNull()
    const broken = { kind: 'state', place: 7, playing: { ...playing, position_sec: '1' }, problem: null }
    expect(readToSender(broken)).toEqual({ kind: 'state', place: '', playing: null, problem: '' })
  })
})
