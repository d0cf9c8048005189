import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWatchedToEnd } from '#contract/films/watched-to-end.ts'
import {
  type Position,
  type WatchableFile,
  averageRating,
  isAllFinished,
  lastPosition,
  minRaters,
  nextUp,
  resumeSec,
} from './rules.ts'

/** `1 2 3! 4s`: files by number; `!`: cannot be played, `s`: a special. */
function filesOf(text: string): WatchableFile[] {
  return text
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => ({
      vfid: Number.parseInt(name, 10),
      isReady: !name.includes('!'),
      isSpecial: name.includes('s'),
    }))
}

/** `1e 2 3h`: watched in this order; `e`: to its end, `h`: removed from the continue-watching list. */
function placesOf(text: string): Position[] {
  return text
    .split(' ')
    .filter((name) => name !== '')
    .map((name, index) => ({
      vfid: Number.parseInt(name, 10),
      positionSec: 100,
      isFinished: name.includes('e'),
      isHidden: name.includes('h'),
      watchedAtMs: 1000 + index,
    }))
}

describe('the next file', () => {
  it.each([
    ['a film that was not started', '1', '', 1],
    ['a film in its middle', '1', '1', 1],
    ['a film watched to its end', '1', '1e', null],
    ['a film that cannot be played now', '1!', '1', null],
    ['a series that was not started', '1 2 3', '', 1],
    ['the middle of an episode', '1 2 3', '1e 2', 2],
    ['an episode after its end', '1 2 3', '1e 2e', 3],
    ['an episode in the middle watched first', '1 2 3', '2e', 3],
    ['a file already watched is skipped', '1 2 3 4', '2e 1e', 3],
    ['the last one watched counts, not the furthest', '1 2 3', '3 1', 1],
    ['a file started earlier continues in its middle', '1 2 3', '2 1e', 2],
    ['an episode that cannot be played is skipped', '1 2! 3', '1e', 3],
    ['the middle of one that can no longer be played', '1 2! 3', '2', 3],
    ['all finished', '1 2 3', '1e 2e 3e', null],
    ['the last one finished and an earlier one skipped', '1 2 3', '1e 3e', null],
    ['all finished, then a new episode', '1 2 3 4', '1e 2e 3e', 4],
    ['a new episode that is not ready', '1 2 4!', '1e 2e', null],
    ['watched again from its beginning', '1 2 3', '1e 2e 3e 1', 1],
    ['a file that is no longer the title’s', '1 2', '9', 1],
    ['nothing to watch at all', '', '', null],
    ['watched to the end titles of the last of a season', '11 12 31 32', '11e 12e', 31],
    ['removed from the continue-watching list is not watched', '1 2 3', '1e 2h', 2],
    ['removed from the list before anything was finished', '1 2 3', '1h', 1],
    ['removed from the list after its end counts as watched', '1 2 3', '1eh', 2],
    ['watched out of order, then back', '1 2 3 4', '3e 1e', 2],
    ['watched out of order to the end', '1 2 3', '3e 2e', null],
    ['not started: never a special, wherever it is listed', '8s 9s 1 2', '', 1],
    ['a special in its middle', '1 2 8s', '1e 8', 8],
    ['a special after its end: the story continues', '1 2 8s 9s', '1e 8e', 2],
    ['a special watched in the middle of an episode', '1 2 3 8s', '1e 2 8e', 2],
    ['a special watched before anything else', '1 2 8s', '8e', 1],
    ['a special that can no longer be played', '1 2 8s!', '1e 8', 2],
    ['the story is over: no special follows', '1 2 8s', '1e 2e', null],
    ['nothing but specials', '8s 9s', '8e', 9],
  ])('[FILM-04] [PLAYER-03] %s', (_, files, places, next) => {
    expect(nextUp(filesOf(files), placesOf(places))).toBe(next)
  })

  const files = fc
    .uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 8 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((vfid) =>
          fc.boolean().map((isReady): WatchableFile => ({ vfid, isReady, isSpecial: false })),
        ),
      ),
    )
  const places = fc.uniqueArray(
    fc.record({
      vfid: fc.integer({ min: 1, max: 12 }),
      positionSec: fc.integer({ min: 1, max: 9000 }),
      isFinished: fc.boolean(),
      isHidden: fc.boolean(),
      watchedAtMs: fc.integer({ min: 0, max: 5 }),
    }),
    { selector: (place) => place.vfid, maxLength: 8 },
  )

  it('[FILM-04] can always be played, was never watched to its end, and is never before the last watched', () => {
    fc.assert(
      fc.property(files, places, (all, stored) => {
        const next = nextUp(all, stored)
        const last = lastPosition(all, stored)
        if (next === null) return
        expect(all.find((file) => file.vfid === next)?.isReady).toBe(true)
        expect(stored.find((place) => place.vfid === next)?.isFinished ?? false).toBe(false)
        const placeOf = (vfid: number) => all.findIndex((file) => file.vfid === vfid)
        if (last !== undefined) expect(placeOf(next)).toBeGreaterThanOrEqual(placeOf(last.vfid))
      }),
    )
  })

  it('[FILM-04] ends: watching each next file to its end goes through the whole series', () => {
    fc.assert(
      fc.property(files, places, (all, stored) => {
        let watched: readonly Position[] = stored
        let atMs = 10
        for (let times = 0; times <= all.length; times += 1) {
          const next = nextUp(all, watched)
          if (next === null) return
          const place = { positionSec: 1, isFinished: true, isHidden: false, watchedAtMs: (atMs += 1) }
          watched = [...watched.filter((one) => one.vfid !== next), { vfid: next, ...place }]
        }
        expect.unreachable('there is always a next one')
      }),
    )
  })
})

describe('a position', () => {
  it.each([
    [[], 94, 100, false],
    [[], 95, 100, true],
    [[80], 79, 100, false],
    [[80], 80, 100, true],
    [[99], 95, 100, true],
    [[], 500, 100, true],
    [[], 500, 0, false],
  ])(
    '[PLAYER-03] with titles at %j, %i of %i s: watched to its end is %s',
    (titles, position, length, ended) => {
      expect(isWatchedToEnd(titles, position, length)).toBe(ended)
    },
  )

  it('[PLAYER-03] watched to its end starts from the beginning', () => {
    const [ended, started] = placesOf('1e 2')
    expect(resumeSec(undefined)).toBe(0)
    expect(resumeSec(ended)).toBe(0)
    expect(resumeSec(started)).toBe(100)
  })

  it('of two at the same moment, the later episode’s is the last', () => {
    const remaining = placesOf('1 2 3').map((place) => ({ ...place, watchedAtMs: 5 }))
    expect(lastPosition(filesOf('1 3 2'), remaining)?.vfid).toBe(2)
  })

  it('every title is finished only when every existing episode was watched', () => {
    expect(isAllFinished(filesOf('1 2'), placesOf('1e 2e'))).toBe(true)
    expect(isAllFinished(filesOf('1 2 3!'), placesOf('1e 2e'))).toBe(false)
    expect(isAllFinished([], [])).toBe(false)
    expect(isAllFinished(filesOf('1 2 8s'), placesOf('1e 2e'))).toBe(true)
    expect(isAllFinished(filesOf('1 2 8s'), placesOf('1e 8e'))).toBe(false)
  })
})

describe('an average', () => {
  it('[FILM-03] is shown from five ratings on, with one decimal', () => {
    expect(averageRating(0, 0)).toBeNull()
    expect(averageRating(minRaters - 1, 40)).toBeNull()
    expect(averageRating(minRaters, 43)).toBe(8.6)
    expect(averageRating(3000, 3000)).toBe(1)
  })
})
