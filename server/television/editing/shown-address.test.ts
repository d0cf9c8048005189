import { describe, expect, it } from 'vitest'
import { shownFields, shownSource } from './shown-address.ts'

describe('the address of a source', () => {
  it.each([
    ['http://user:secret@tv.example/7.ts?token=abc', 'http://tv.example/7.ts?…'],
    ['http://tv.example:8080/live/user/secret/7.ts', 'http://tv.example:8080/…/7.ts'],
    ['srt://0.0.0.0:9001?passphrase=secret', 'srt://0.0.0.0:9001?…'],
    ['rtmp://user:secret@tv.example/app/secret-key', 'rtmp://tv.example/…/secret-key'],
    ['udp://239.1.1.7:5000', 'udp://239.1.1.7:5000'],
    ['/srv/filler.ts', '/srv/filler.ts'],
  ])('%s is shown as %s', (address, shown) => {
    expect(shownSource(address)).toBe(shown)
  })

  it('is shown without credentials in changes, and bookkeeping is not shown', () => {
    const sources = [
      {
        url: 'http://u:secret@tv.example/1.ts?key=abc',
        protocol: 'http-ts',
        user_agent: 'secret',
        is_own: true,
      },
    ]
    const shown = shownFields({ name_ru: 'Один', _imported: {}, '_lock.name_ru': true, sources })
    expect(Object.keys(shown ?? {})).toEqual(['name_ru', 'sources'])
    expect(JSON.stringify(shown)).not.toMatch(/secret|abc/)
    expect(shownFields(null)).toBeNull()
  })
})
