import { describe, expect, it } from 'vitest'
import { readXtreamPath } from './read-xtream-path.ts'

const secret = 'abcdefghijklmnopqrstuv'

function read(address: string) {
  const url = new URL(address.replaceAll('SECRET', secret), 'http://localhost')
  return readXtreamPath(url.pathname, url.searchParams)
}

describe('[OPEN-02] an address of the Xtream API', () => {
  it.each([
    ['/live/10000001/SECRET/101.m3u8', { kind: 'live', cid: 101 }],
    ['/live/10000001/SECRET/101.ts', { kind: 'live', cid: 101 }],
    ['/live/10000001/SECRET/101', { kind: 'live', cid: 101 }],
    ['/movie/10000001/SECRET/7.mp4', { kind: 'film', vid: 7 }],
    ['/series/10000001/SECRET/9.m3u8', { kind: 'episode', vfid: 9 }],
    ['/get.php?username=10000001&password=SECRET&type=m3u_plus&output=ts', { kind: 'playlist' }],
    ['/xmltv.php?username=10000001&password=SECRET', { kind: 'plain_guide' }],
  ])('%s', (address, resource) => {
    expect(read(address)).toEqual({ username: '10000001', secret, resource })
  })

  it.each([
    '/timeshift/10000001/SECRET/90/2026-01-15:17-30/101.m3u8',
    '/timeshift/10000001/SECRET/90/2026-01-15:17-30-00/101.ts',
    '/timeshift/10000001/SECRET/90/2026-01-15_17-30/101.ts',
    '/streaming/timeshift.php?username=10000001&password=SECRET&stream=101&start=2026-01-15:17-30&duration=90',
  ])('%s is the archive, in Tashkent’s time', (address) => {
    const beginSec = Date.UTC(2026, 0, 15, 12, 30) / 1000
    expect(read(address)?.resource).toEqual({
      ...{ kind: 'window', cid: 101, beginSec, endSec: beginSec + 90 * 60 },
    })
  })

  it('has an action with its numbers, whatever they are called', () => {
    const base = '/player_api.php?username=%2B998901234567&password=SECRET'
    expect(read(base)).toMatchObject({
      username: '+998901234567',
      resource: { kind: 'xtream', action: '', id: undefined },
    })
    expect(read(`${base}&action=get_short_epg&stream_id=101&limit=10`)?.resource).toMatchObject({
      ...{ action: 'get_short_epg', id: 101, limit: 10 },
    })
    expect(read(`${base}&action=get_series_info&series_id=7`)?.resource).toMatchObject({ id: 7 })
    expect(read(`${base}&action=get_vod_streams&category_id=3`)?.resource).toMatchObject({ categoryId: 3 })
  })

  it.each([
    '/player_api.php',
    '/player_api.php?username=1&password=short',
    '/live/10000001/short/101.m3u8',
    '/live/10000001/SECRET/nine.m3u8',
    '/movie/7',
    '/movie/a/b/c/d',
    '/timeshift/10000001/SECRET/90/yesterday-evening/101.m3u8',
    '/timeshift/10000001/SECRET/0/2026-01-15:17-30/101.m3u8',
    '/live/%zz/SECRET/101.m3u8',
  ])('%s is none', (address) => {
    expect(read(address)).toBeUndefined()
  })
})
