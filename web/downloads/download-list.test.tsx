import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepNothing, viewer } from '#tests/kit/dom/show.tsx'
import { buildDownload } from '#tests/kit/dom/build-download.ts'
import { session } from '#web/session/session.ts'
import {
  addDownload,
  changeDownload,
  downloadList,
  downloadOf,
  dropDownload,
  endedDownloads,
  noteTime,
  outdateFormer,
  removalIsReported,
  trustedSec,
  unsentRemovals,
  useDownloads,
  verdictOf,
} from './download-list.ts'

const neighbour = { token: 'token-2', abonement: '2000077', deviceUid: 'device-2' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  session.signIn(viewer)
})

describe('[PLAYER-08] the list of downloads on this device', () => {
  it('shows the newest first, and a film that is downloaded again only once', () => {
    addDownload(buildDownload({ vfid: 1 }))
    addDownload(buildDownload({ vfid: 2 }))
    addDownload(buildDownload({ vfid: 1, height: 720 }))
    expect(downloadList().map(({ vfid, height }) => [vfid, height])).toEqual([
      [1, 720],
      [2, 480],
    ])
  })

  it('shows each viewer of a shared device only their own downloads', () => {
    addDownload(buildDownload({ vfid: 1 }))
    session.signIn(neighbour)
    expect(downloadList()).toEqual([])
    addDownload(buildDownload({ vfid: 1, owner: neighbour.abonement, height: 360 }))
    changeDownload(1, { part: 0.5 })
    dropDownload(9)
    session.signIn(viewer)
    expect(downloadList()).toMatchObject([{ vfid: 1, height: 480, part: 1 }])
    expect(unsentRemovals()).toEqual([])
  })

  it('is the same object until an item changes, so that nothing renders needlessly', () => {
    addDownload(buildDownload({ vfid: 1 }))
    expect(downloadList()).toBe(downloadList())
    const before = downloadList()
    changeDownload(1, { part: 0.7 })
    expect(downloadList()).not.toBe(before)
  })

  it('follows a change in another tab, a logout and a login', () => {
    const { result } = renderHook(() => useDownloads())
    expect(result.current).toEqual([])
    act(() => void addDownload(buildDownload({ vfid: 1 })))
    expect(result.current).toHaveLength(1)
    const elsewhere = JSON.parse(localStorage.getItem('ekran.downloads') ?? '{}') as { items: object[] }
    localStorage.setItem(
      'ekran.downloads',
      JSON.stringify({ ...elsewhere, items: [...elsewhere.items, buildDownload({ vfid: 2 })] }),
    )
    act(() => void window.dispatchEvent(new Event('storage')))
    expect(result.current.map(({ vfid }) => vfid)).toEqual([1, 2])
    act(() => session.signOut())
    expect(result.current).toEqual([])
    act(() => session.signIn(viewer))
    expect(result.current).toHaveLength(2)
  })

  it('reports when the device cannot store data', () => {
    const end = keepNothing()
    expect(addDownload(buildDownload({ vfid: 1 }))).toBe(false)
    end()
    expect(addDownload(buildDownload({ vfid: 1 }))).toBe(true)
  })

  it('reads invalid storage as an empty list, and skips items of an unknown shape', () => {
    for (const text of ['', '{', '[]', 'null', '7', '{"items":7}']) {
      localStorage.setItem('ekran.downloads', text)
      window.dispatchEvent(new Event('storage'))
      expect(downloadList(), text).toEqual([])
    }
    const items = [{ ...buildDownload({ vfid: 1 }), vid: 'seven' }, null, buildDownload({ vfid: 2 })]
    localStorage.setItem('ekran.downloads', JSON.stringify({ items }))
    window.dispatchEvent(new Event('storage'))
    expect(downloadList().map(({ vfid }) => vfid)).toEqual([2])
  })
})

describe('[PLAYER-08] removed downloads', () => {
  it('are reported to the server later, unless the film was downloaded again before', () => {
    for (const vfid of [1, 2]) addDownload(buildDownload({ vfid }))
    dropDownload(1)
    dropDownload(2)
    expect(downloadList()).toEqual([])
    expect(unsentRemovals()).toEqual([1, 2])
    addDownload(buildDownload({ vfid: 1 }))
    expect(unsentRemovals()).toEqual([2])
    removalIsReported(viewer.abonement, 2)
    expect(unsentRemovals()).toEqual([])
  })

  it('of another viewer are reported when that viewer logs in again', () => {
    addDownload(buildDownload({ vfid: 1 }))
    dropDownload(1)
    session.signIn(neighbour)
    expect(unsentRemovals()).toEqual([])
    session.signIn(viewer)
    expect(unsentRemovals()).toEqual([1])
  })
})

describe('[PLAYER-08] the time of this device', () => {
  const nowSec = 1_800_000_000
  const inHours = (hours: number) => nowSec + hours * 3600

  it('is put right by the server, and a term ends by that time', () => {
    addDownload(buildDownload({ vfid: 1, expiresAtSec: inHours(5) }))
    expect(trustedSec()).toBe(nowSec)
    noteTime(inHours(6))
    expect(trustedSec()).toBe(inHours(6))
    expect(endedDownloads().map(({ vfid }) => vfid)).toEqual([1])
  })

  it('that is turned back opens nothing until the server has said what time it is', () => {
    const item = buildDownload({ vfid: 1, expiresAtSec: inHours(100) })
    addDownload(item)
    vi.setSystemTime((nowSec + 50 * 3600) * 1000)
    noteTime()
    vi.setSystemTime(nowSec * 1000)
    expect(verdictOf(item)).toBe('clock_back')
    noteTime(nowSec)
    expect(verdictOf(item)).toBe('plays')
  })

  it('that is turned back does not lengthen a term that has ended', () => {
    const item = buildDownload({ vfid: 1, expiresAtSec: inHours(2) })
    addDownload(item)
    vi.setSystemTime(inHours(3) * 1000)
    noteTime()
    vi.setSystemTime(nowSec * 1000)
    noteTime()
    expect(verdictOf(item)).toBe('expired')
  })

  it('is not remembered while nothing is saved', () => {
    noteTime(inHours(6))
    expect(localStorage.getItem('ekran.downloads')).toBeNull()
  })

  it('ends 48 hours after the first play, whatever the term says', () => {
    const item = buildDownload({ vfid: 1, expiresAtSec: inHours(24 * 30), startedAtSec: nowSec })
    addDownload(item)
    vi.setSystemTime(inHours(47) * 1000)
    expect(verdictOf(item)).toBe('plays')
    vi.setSystemTime(inHours(48) * 1000)
    expect(verdictOf(item)).toBe('expired')
  })
})

describe('[PLAYER-08] what an earlier version of the site has saved', () => {
  it('is not played any more, and all else stays as it is', () => {
    addDownload(buildDownload({ vfid: 1, uri: 'offline:abc' }))
    addDownload(buildDownload({ vfid: 2 }))
    outdateFormer()
    expect(downloadOf(1)).toMatchObject({ state: 'former', uri: '', part: 0 })
    expect(downloadOf(2)).toEqual(buildDownload({ vfid: 2 }))
  })
})
