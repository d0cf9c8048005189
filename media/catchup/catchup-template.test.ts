import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catchupTemplateOf, fillCatchupTemplate, type CatchupRule } from './catchup-template.ts'

const beginSec = Date.UTC(2026, 0, 2, 3, 4, 5) / 1000
const moment = {
  beginSec,
  endSec: beginSec + 7200,
  nowSec: beginSec + 86_400,
  correctionSec: 0,
  zone: 'UTC',
}

/** The address for the moment above, or the problem. */
function addressOf(
  rule: CatchupRule,
  liveUrl: string,
  changes: Partial<typeof moment> & { id?: string } = {},
) {
  const outcome = catchupTemplateOf(rule, liveUrl)
  return outcome.kind === 'template'
    ? fillCatchupTemplate(outcome, { ...moment, ...changes })
    : outcome.problem.kind
}

const utc = String(beginSec)
const now = String(beginSec + 86_400)
const end = String(beginSec + 7200)

describe('[CHAN-06] the address of a provider’s archive', () => {
  it.each([
    ['shift', 'http://list.tv/7.m3u8', `http://list.tv/7.m3u8?utc=${utc}&lutc=${now}`],
    ['timeshift', 'http://list.tv/7?token=x', `http://list.tv/7?token=x&utc=${utc}&lutc=${now}`],
    ['SHIFT', 'http://list.tv/7', `http://list.tv/7?utc=${utc}&lutc=${now}`],
    ['fs', 'http://ch01.tv/151/mpegts?token=t', `http://ch01.tv/151/timeshift_abs-${utc}.ts?token=t`],
    [
      'flussonic',
      'http://list.tv:8888/325/index.m3u8?token=s',
      'http://list.tv:8888/325/timeshift_rel-86400.m3u8?token=s',
    ],
    [
      'flussonic-hls',
      'http://list.tv/325/mono.m3u8?token=s',
      'http://list.tv/325/mono-timeshift_rel-86400.m3u8?token=s',
    ],
    ['flussonic-ts', 'http://list.tv/325/live?token=t', `http://list.tv/325/timeshift_abs-${utc}.ts?token=t`],
    ['flussonic', 'http://list.tv/325/live?token=t', 'http://list.tv/325/timeshift_rel-86400.m3u8?token=t'],
    ['fs', 'https://list.tv/a/b/video.m3u8', 'https://list.tv/a/b/video-timeshift_rel-86400.m3u8'],
    [
      'xc',
      'http://list.tv:8080/my@account.xc/pass/1477',
      'http://list.tv:8080/timeshift/my@account.xc/pass/120/2026-01-02:03-04/1477.ts',
    ],
    [
      'xc',
      'http://list.tv/live/me/pass/1477.m3u8',
      'http://list.tv/timeshift/me/pass/120/2026-01-02:03-04/1477.m3u8',
    ],
    [
      'xc',
      'http://list.tv/live/me/pass/1477.ts',
      'http://list.tv/timeshift/me/pass/120/2026-01-02:03-04/1477.ts',
    ],
  ])('%s of %s', (kind, liveUrl, address) => {
    expect(addressOf({ kind }, liveUrl)).toBe(address)
  })

  it.each([
    ['default', 'http://b.tv/b.ts?t={Y}-{m}-{d}T{H}:{M}:{S}', 'http://b.tv/b.ts?t=2026-01-02T03:04:05'],
    ['default', 'http://b.tv/video-{utc}-{duration}.m3u8', `http://b.tv/video-${utc}-7200.m3u8`],
    ['default', '?utc={utc}', `http://live.tv/7?utc=${utc}`],
    ['append', '?start=${start}&end=${end}', `http://live.tv/7?start=${utc}&end=${end}`],
    [
      'append',
      '?a={utcend}&b=${now}&c=${timestamp}&d={lutc}',
      `http://live.tv/7?a=${end}&b=${now}&c=${now}&d=${now}`,
    ],
    ['append', '?m={duration:60}&h=${duration:3600}&o={offset:60}', 'http://live.tv/7?m=120&h=2&o=1440'],
    ['append', '?d=${duration}&o=${offset}', 'http://live.tv/7?d=7200&o=86400'],
    ['append', '?s={utc:YmdHM}&e=${end:Ymd-H-M}', 'http://live.tv/7?s=202601020304&e=20260102-05-04'],
    ['append', '?s=${start:YmdHMS}&n={lutc:Y-m-d}', 'http://live.tv/7?s=20260102030405&n=2026-01-03'],
    ['vod', 'http://b.tv/v/{catchup-id}.m3u8', 'http://b.tv/v/episode1.m3u8'],
  ])('%s with the source %s', (kind, source, address) => {
    expect(addressOf({ kind, source }, 'http://live.tv/7', { id: 'episode1' })).toBe(address)
  })

  it('is the programme’s own id for vod without a source', () => {
    expect(addressOf({ kind: 'vod' }, 'udp://239.1.1.1:5000', { id: 'https://b.tv/e1.m3u8' })).toBe(
      'https://b.tv/e1.m3u8',
    )
  })

  it('corrects the moment by hours, and writes dates in the zone', () => {
    const rule = { kind: 'append', source: '?u={utc}&t={H}-{M}&o={offset:3600}' }
    expect(addressOf(rule, 'http://live.tv/7', { correctionSec: -4 * 3600 })).toBe(
      `http://live.tv/7?u=${beginSec + 4 * 3600}&t=07-04&o=20`,
    )
    expect(addressOf(rule, 'http://live.tv/7', { zone: 'Asia/Tashkent' })).toBe(
      `http://live.tv/7?u=${utc}&t=08-04&o=24`,
    )
  })

  it('ends at the present for a programme that is still on', () => {
    const rule = { kind: 'append', source: '?d={duration}' }
    expect(addressOf(rule, 'http://live.tv/7', { nowSec: beginSec + 600 })).toBe('http://live.tv/7?d=600')
  })

  it('has the headers after a bar', () => {
    const outcome = catchupTemplateOf(
      { kind: 'shift' },
      'http://live.tv/7|User-Agent=TV%201&Referer=http://a/',
    )
    expect(outcome).toMatchObject({
      template: 'http://live.tv/7?utc={utc}&lutc={lutc}',
      userAgent: 'TV 1',
      referer: 'http://a/',
    })
  })

  it.each([
    [{ kind: 'rewind' }, 'unknown_mode'],
    [{ kind: 'append' }, 'needs_source'],
    [{ kind: 'default' }, 'needs_source'],
    [{ kind: 'default', source: 'ftp://b.tv/{utc}' }, 'no_web_address'],
    [{ kind: 'append', source: '?a=1' }, 'no_placeholder'],
    [{ kind: 'append', source: '?a={foo}' }, 'unknown_placeholder'],
    [{ kind: 'append', source: '?a={duration:0}' }, 'bad_divider'],
    [{ kind: 'append', source: '?a={offset:1.5}' }, 'bad_divider'],
    [{ kind: 'append', source: '?a={utc}&b={lutc' }, 'unclosed'],
    [{ kind: 'xc' }, 'other_form'],
  ])('says what is wrong with %j', (rule, problem) => {
    expect(addressOf(rule, 'http://live.tv/7')).toBe(problem)
  })

  it('needs a web address to extend', () => {
    expect(addressOf({ kind: 'shift' }, 'udp://239.1.1.1:5000')).toBe('no_web_address')
  })

  it.each([
    [3570, '60'],
    [3600, '60'],
    [30, '1'],
    [0, '1'],
  ])('rounds the length of %i seconds up to minutes', (seconds, minutes) => {
    const moments = { endSec: beginSec + seconds, nowSec: beginSec + 86_400 }
    const address = `http://list.tv/timeshift/me/pass/${minutes}/2026-01-02:03-04/1477.ts`
    expect(addressOf({ kind: 'xc' }, 'http://list.tv/me/pass/1477', moments)).toBe(address)
    const running = { endSec: beginSec + 7200, nowSec: beginSec + seconds }
    expect(addressOf({ kind: 'xc' }, 'http://list.tv/me/pass/1477', running)).toBe(address)
  })

  it.each([
    ['?a={utc}', 1],
    ['?a={utc:YmdHM}', 60],
    ['?a={utc:YmdHMS}', 1],
    ['?a={Y}{m}{d}{H}{M}', 60],
    ['?a={offset:30}', 30],
  ])('%s can begin at multiples of %i seconds', (source, granularitySec) => {
    expect(catchupTemplateOf({ kind: 'append', source }, 'http://live.tv/7')).toMatchObject({
      granularitySec,
    })
  })

  it('leaves no placeholder in any valid template, and changes nothing around them', () => {
    const names = fc.constantFrom(
      ...[
        '{utc}',
        '${start}',
        '{utcend}',
        '${end}',
        '{lutc}',
        '${now}',
        '${timestamp}',
        '{duration}',
        '${duration}',
      ],
      ...[
        '{duration:60}',
        '{offset:1}',
        '{Y}',
        '{m}',
        '{d}',
        '{H}',
        '{M}',
        '{S}',
        '${start:YmdHMS}',
        '{utc:Y-m}',
      ],
    )
    const text = fc.stringMatching(/^[a-z0-9=&_.-]{0,12}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(text, names), { minLength: 1, maxLength: 6 }), text, (pieces, last) => {
        const source = `?${pieces.map(([before, name]) => before + name).join('')}${last}`
        const address = addressOf({ kind: 'append', source }, 'http://live.tv/7')
        const around = pieces.map(([before]) => before.replaceAll(/[.]/g, '\\.')).join('[\\d-]+')
        expect(address).toMatch(
          new RegExp(`^http://live\\.tv/7\\?${around}[\\d-]+${last.replaceAll('.', '\\.')}$`),
        )
      }),
    )
  })
})
