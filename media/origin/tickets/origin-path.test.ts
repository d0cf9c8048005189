import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAddress } from './origin-path.ts'
import { archiveScope, downloadScope, filmScope, liveScope } from './ticket.ts'

function resourceAt(path: string) {
  return readAddress(path)?.resource
}

describe('the path of a film', () => {
  it.each([
    ['master.m3u8', { kind: 'master' }],
    ['manifest.mpd', { kind: 'manifest' }],
    ['v360.m3u8', { kind: 'playlist', rendition: 'v360' }],
    ['v360.mp4', { kind: 'file', file: 'v360.mp4' }],
    ['s0-uz.vtt', { kind: 'file', file: 's0-uz.vtt' }],
    ['v360/init.mp4', { kind: 'sealed_init', rendition: 'v360' }],
    ['v360/0123abcd.key', { kind: 'key', rendition: 'v360', mark: '0123abcd' }],
    [
      'v360/12-0123abcd.m4s',
      { kind: 'sealed_segment', rendition: 'v360', number: 12, mark: '0123abcd', extension: 'm4s' },
    ],
  ])('%s', (rest, resource) => {
    expect(readAddress(`/p/ticket/film/a-film/${rest}`)).toEqual({
      ...{ kind: 'film', ticket: 'ticket', scope: filmScope('a-film'), assetId: 'a-film' },
      resource,
    })
  })

  it('of a download names the holder, and needs exactly that scope', () => {
    expect(readAddress('/p/ticket/download/a-film/account-7/v360.m3u8')).toEqual({
      ...{ kind: 'download', ticket: 'ticket', assetId: 'a-film', holder: 'account-7' },
      scope: downloadScope('a-film', 'account-7'),
      resource: { kind: 'playlist', rendition: 'v360' },
    })
  })
})

describe('the path of a channel', () => {
  it.each([
    ['v.m3u8', { kind: 'playlist', rendition: 'v' }],
    ['time.txt', { kind: 'time' }],
    ['v/1800000000000-1.m4s', { kind: 'segment', rendition: 'v', beginMs: 1_800_000_000_000, count: 1 }],
    [
      'v/1800000000000-cell.m4s',
      { kind: 'segment', rendition: 'v', beginMs: 1_800_000_000_000, count: 'cell' },
    ],
    ['v/p17.m4s', { kind: 'part', rendition: 'v', id: 17 }],
    ['v/init-one~v360.mp4', { kind: 'init', rendition: 'v', initKey: 'one~v360' }],
  ])('%s', (rest, resource) => {
    expect(readAddress(`/p/ticket/live/5/${rest}`)).toMatchObject({ scope: liveScope('5'), resource })
  })

  it('[GUIDE-05] of an archive contains the window that its ticket must be for', () => {
    expect(readAddress('/p/ticket/archive/5/1800000000-1800003600/v.m3u8')).toMatchObject({
      ...{ kind: 'archive', beginMs: 1_800_000_000_000, endMs: 1_800_003_600_000 },
      scope: archiveScope('5', 1_800_000_000, 1_800_003_600),
    })
    expect(readAddress('/p/ticket/archive/5/1800000000-now/v.m3u8')).toMatchObject({
      scope: archiveScope('5', 1_800_000_000, 'now'),
      endMs: undefined,
    })
  })
})

describe('an unknown path', () => {
  it.each([
    '/p/ticket/film/a-film/../b-film/v360.mp4',
    '/p/ticket/film/a-film/..%2fasset.json',
    '/p/ticket/film/a-film/asset.json',
    '/p/ticket/film/a-film/v360/12-0123abcd.mp4',
    '/p/ticket/film/a-film/v360/12-0123ABCD.m4s',
    '/p/ticket/film/a.film/v360.mp4',
    '/p/ticket/live/5/v/-1.m4s',
    '/p/ticket/live/5/v360.mp4',
    '/p/ticket/archive/5/v.m3u8',
    '/p/ticket/archive/5/now-1800000000/v.m3u8',
    '/p//live/5/v.m3u8',
    '/p/ticket/live/5/',
    '/images/1.webp',
  ])('%s', (path) => expect(readAddress(path)).toBeUndefined())

  it('cannot name a file outside an asset, whatever the rest is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (rest) => {
        const resource = resourceAt(`/p/ticket/film/a-film/${rest}`)
        if (resource?.kind === 'file') expect(resource.file).toMatch(/^[\w-]+\.(mp4|vtt|jpg)$/)
        if (resource !== undefined && 'rendition' in resource) expect(resource.rendition).toMatch(/^[\w-]+$/)
      }),
    )
  })
})
