import { describe, expect, it } from 'vitest'
import { shownFields, shownSource, shownTemplate } from './shown-address.ts'

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

describe('[CHAN-06] a template of a provider’s archive', () => {
  it.each([
    [
      'http://me:word@list.tv/timeshift/user/pass/{duration:60}/{Y}-{m}/1477.ts',
      'http://…@list.tv/…/…/…/{duration:60}/{Y}-{m}/1477.ts',
    ],
    [
      'http://list.tv/7/index.m3u8?token=abc&utc={utc}&lutc={lutc}',
      'http://list.tv/…/index.m3u8?token=…&utc={utc}&lutc={lutc}',
    ],
    ['?utc={utc}&key=secret', '?utc={utc}&key=…'],
    ['{catchup-id}', '{catchup-id}'],
    ['http://list.tv/secret/{utc}.ts|User-Agent=secret', 'http://list.tv/…/{utc}.ts'],
  ])('%s is shown as %s', (template, shown) => {
    expect(shownTemplate(template)).toBe(shown)
  })

  it('is shown so in the history of changes', () => {
    const catchup = { kind: 'append', source: '?utc={utc}&key=secret', days: 3 }
    expect(shownFields({ catchup })).toEqual({ catchup: { ...catchup, source: '?utc={utc}&key=…' } })
  })
})
