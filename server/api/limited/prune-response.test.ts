import { describe, expect, it } from 'vitest'
import type { HiddenItems } from '#server/profile-limits/profile-limits.ts'
import { pruned, pruneResponse } from './prune-response.ts'

/** Even ids and ratings of 18 are above the limit. */
const hidden: HiddenItems = {
  ...{ title: isEven, channel: isEven, person: isEven },
  // The guide has no 0 and no 7 any more.
  programme: (pid, rating = '') => (pid === 0 || pid === 7 ? rating === '' || rating === '18+' : isEven(pid)),
  broadcast: (_, atMs) => atMs === 2000,
  link: (href) => href === '/movie/2',
  rating: (rating) => rating === '18+',
}

function isEven(id: number) {
  return id % 2 === 0
}

describe('a response for a profile with limits', () => {
  it('[PROF-02] stays the same where it names nothing above them', () => {
    const data = { videos: { item: [{ vid: 1, age_rating: '18+' }] }, now: { pid: 3, cid: 5 }, total: 2 }
    expect(pruneResponse(data, hidden)).toBe(data)
  })

  it('[PROF-02] names what is stored of a programme that the guide has no more, by its rating', () => {
    const saved = [{ pid: 7, cid: 5, title: 'T', age_rating: '6+' }]
    expect(pruneResponse(saved, hidden)).toBe(saved)
  })

  it('[PROF-02] loses elements of lists, and single things become null', () => {
    const data = { videos: { item: [{ vid: 1 }, { vid: 2 }] }, now: { pid: 2, cid: 5 }, vids: [1, 2, 3] }
    expect(pruneResponse(data, hidden)).toEqual({ videos: { item: [{ vid: 1 }] }, now: null, vids: [1, 3] })
  })

  it.each([
    ['a person', { aid: 2, name: 'N' }],
    ['a channel', { cid: 2 }],
    ['the channel of a command', { kind: 'channel', channel_id: 2 }],
    ['a programme that the guide has no more', { pid: 0, cid: 5, title: 'T' }],
    ['one with a rating above the limit', { pid: 7, cid: 5, title: 'T', age_rating: '18+' }],
    ['a link', { title: 'T', href: '/movie/2' }],
    ['a showing in a cinema', { vid: null, age_rating: '18+' }],
    ['a film on another device', { kind: 'film', id: 2, title: 'T', position_sec: 9 }],
    ['a broadcast on another device', { kind: 'channel', id: 5, title: 'T', position_sec: 2 }],
  ])('[PROF-02] does not name %s', (_, one) => {
    expect(pruneResponse([one], hidden)).toEqual([])
    expect(pruneResponse(one, hidden)).toBe(pruned)
  })
})
