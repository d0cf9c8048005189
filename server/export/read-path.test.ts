import { describe, expect, it } from 'vitest'
import { playlistPath, readExportPath } from './read-path.ts'

const secret = 'abcdefghijklmnopqrstuv'
const nowSec = 1_795_000_000
const beginSec = 1_794_990_000

function read(rest: string) {
  const url = new URL(`http://localhost/export/${secret}/${rest}`)
  return readExportPath(url.pathname, url.searchParams, nowSec)?.resource
}

describe('an address for other players', () => {
  it('matches the playlist’s address', () => {
    expect(readExportPath(playlistPath(secret), new URLSearchParams(), nowSec)).toEqual({
      secret,
      resource: { kind: 'playlist' },
    })
  })

  it.each(['playlist.m3u8', 'playlist.m3u', 'playlist.m3u8?lang=uz'])('%s is the playlist', (rest) => {
    expect(read(rest)).toEqual({ kind: 'playlist' })
  })

  it('returns the guide', () => {
    expect(read('guide.xml.gz')).toEqual({ kind: 'guide' })
  })

  it.each([
    'channel/101.m3u8',
    'channel/101.m3u8?utc=',
    'channel/101/index.m3u8',
    'channel/101/mono.m3u8',
    'channel/101/video.m3u8',
  ])('%s is live', (rest) => {
    expect(read(rest)).toEqual({ kind: 'live', cid: 101 })
  })

  it.each([
    [`channel/101.m3u8?utc=${beginSec}&lutc=${nowSec}`, 'now'],
    [`channel/101.m3u8?utc=${beginSec}000`, 'now'],
    [`channel/101/archive-${beginSec}-3600.m3u8`, beginSec + 3600],
    [`channel/101/index-${beginSec}-3600.m3u8`, beginSec + 3600],
    [`channel/101/video-${beginSec}-now.m3u8`, 'now'],
    [`channel/101/mono-${beginSec}000-60.m3u8`, beginSec + 60],
    [`channel/101/timeshift_abs-${beginSec}.m3u8`, 'now'],
    [`channel/101/timeshift_rel-10000.m3u8`, 'now'],
    [`channel/101/video-timeshift_abs-${beginSec}.m3u8`, 'now'],
    [`channel/101/mono-timeshift_rel-10000.m3u8`, 'now'],
  ])('%s is the archive from its moment on', (rest, endSec) => {
    expect(read(rest)).toEqual({ kind: 'window', cid: 101, beginSec, endSec })
  })

  it.each([
    '',
    'playlist.m3u9',
    'guide.xml',
    'channel/.m3u8',
    'channel/-1.m3u8',
    'channel/2147483648.m3u8',
    'channel/101.m3u8?utc=yesterday',
    'channel/101.m3u8?utc=12345',
    'channel/101/archive-12345-3600.m3u8',
    `channel/101/archive-${beginSec}.m3u8`,
    `channel/101/archive-${beginSec}--60.m3u8`,
    'channel/101/timeshift_rel-1795000000.m3u8',
    'channel/101/..%2f..%2fplaylist.m3u8',
    'channel/101/index.m3u8/more',
  ])('"%s" is invalid', (rest) => {
    expect(read(rest)).toBeUndefined()
  })

  it.each(['short', `${secret}x`, 'abcdefghijklmnopqrstu.', '%61bcdefghijklmnopqrstuv'])(
    'needs a complete secret: not "%s"',
    (wrong) => {
      expect(readExportPath(`/export/${wrong}/playlist.m3u8`, new URLSearchParams(), nowSec)).toBeUndefined()
    },
  )
})
