import { describe, expect, it } from 'vitest'
import type { ResumePosition } from '#player/core/playback/resume.ts'
import { beginningOf, episodeAfter, nextFile, seasonsAfter, watchedPart } from './next-up.ts'

function place(vfid: number, sec: number, atSec: number, isFinished = false): ResumePosition {
  return {
    vfid,
    sec,
    atSec,
    isFinished,
  }
}

describe('the main button of a title', () => {
  it('[FILM-04] resumes the file named by the server', () => {
    const places = [place(1, 1200, 100, true), place(2, 300, 200)]
    expect(nextFile(2, [], places)).toBe(2)
    expect(nextFile(null, [], places)).toBe(null)
  })

  it('resumes what was watched here last while that is not reported yet', () => {
    const here = place(3, 60, 900)
    expect(nextFile(2, [here], [place(2, 300, 200), here])).toBe(3)
  })

  it("uses the server's file when another device was later, or when the end was reached", () => {
    const here = place(3, 60, 100)
    expect(nextFile(2, [here], [place(2, 300, 200), here])).toBe(2)
    const ended = place(3, 1500, 900, true)
    expect(nextFile(2, [ended], [place(2, 300, 200), ended])).toBe(2)
  })

  it('shows whether it starts, resumes, or restarts', () => {
    expect(beginningOf(undefined, 3000)).toEqual({ kind: 'watch' })
    expect(beginningOf(place(1, 1, 1), 3000)).toEqual({ kind: 'watch' })
    expect(beginningOf(place(1, 2590, 1), 6840)).toEqual({ kind: 'goOn', sec: 2590, leftSec: 4250 })
    expect(beginningOf(place(1, 6800, 1, true), 6840)).toEqual({ kind: 'again' })
    expect(beginningOf(place(1, 50, 1), 0)).toEqual({ kind: 'goOn', sec: 50, leftSec: 0 })
  })

  it('shows how much of a file was watched', () => {
    expect(watchedPart(undefined, 100)).toBe(0)
    expect(watchedPart(place(1, 25, 1), 100)).toBe(0.25)
    expect(watchedPart(place(1, 250, 1), 100)).toBe(1)
    expect(watchedPart(place(1, 25, 1), 0)).toBe(0)
    expect(watchedPart(place(1, 25, 1, true), 100)).toBe(1)
  })
})

describe('the next episode', () => {
  const seasons = (text: string) =>
    text.split(' ').map((name) => ({
      number: Number.parseInt(name, 10),
      episode_count: name.endsWith('-') ? 0 : 8,
    }))
  it.each([
    ['the next season', '1 2 3', 1, [2, 3]],
    ['the season after a missing number', '1 4', 1, [4]],
    ['the season after one without episodes', '1 2- 3', 1, [3]],
    ['no season after the last one', '1 2', 2, []],
    ['no special, wherever it is in the list', '1 2 0', 2, []],
    ['no season after a special', '1 2 0', 0, []],
    ['the order of their numbers, in any list order', '3 1 2', 1, [2, 3]],
  ])('[PLAYER-02] [FILM-04] is searched in %s', (_, text, number, expected) => {
    expect(seasonsAfter(seasons(text), number).map((season) => season.number)).toEqual(expected)
  })

  const list = (text: string) =>
    text.split(' ').map((name) => ({
      vfid: Number.parseInt(name, 10),
      is_ready: name.endsWith('!') ? (0 as const) : (1 as const),
    }))
  it.each([
    ['the one after it', '1 2 3', 1, 2],
    ['the one after an episode that is not ready', '1 2! 3', 1, 3],
    ['none after the last', '1 2', 2, null],
    ['none where the rest is not ready', '1 2!', 1, null],
    ['the first of another season', '4! 5 6', null, 5],
  ])('[PLAYER-02] is %s', (_, text, vfid, expected) => {
    expect(episodeAfter(list(text), vfid)?.vfid ?? null).toBe(expected)
  })
})
