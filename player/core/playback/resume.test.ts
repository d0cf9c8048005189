import { describe, expect, it } from 'vitest'
import { isUnreported, newerPosition, mergePositions, resumeFromSec, type ResumePosition } from './resume.ts'

function place(vfid: number, sec: number, atSec: number, isFinished = false): ResumePosition {
  return {
    vfid,
    sec,
    atSec,
    isFinished,
  }
}

describe('the resume position', () => {
  it('[PLAYER-03] is the newest position of any device', () => {
    expect(newerPosition(place(1, 10, 100), place(1, 20, 200))?.sec).toBe(20)
    expect(newerPosition(place(1, 10, 300), place(1, 20, 200))?.sec).toBe(10)
    expect(newerPosition(undefined, place(1, 20, 200))?.sec).toBe(20)
    expect(newerPosition(place(1, 10, 300), undefined)?.sec).toBe(10)
    expect(newerPosition(undefined, undefined)).toBeUndefined()
  })

  it('is the server’s when both are from the same second', () => {
    expect(newerPosition(place(1, 10, 200), place(1, 20, 200))?.sec).toBe(20)
  })

  it('is the beginning after the end was reached, also on another device', () => {
    expect(resumeFromSec(place(1, 5000, 100, true))).toBe(0)
    expect(resumeFromSec(newerPosition(place(1, 40, 100), place(1, 5000, 200, true)))).toBe(0)
    expect(resumeFromSec(undefined)).toBe(0)
    expect(resumeFromSec(place(1, 2590, 100))).toBe(2590)
  })

  it('is the beginning for a film left in its first seconds, but not later', () => {
    expect([1, 4, 5, 6].map((sec) => resumeFromSec(place(1, sec, 100)))).toEqual([0, 0, 5, 6])
  })

  it('is merged over the files of a title', () => {
    const places = mergePositions(
      [place(1, 10, 100), place(3, 30, 100)],
      [place(1, 20, 200), place(2, 5, 50)],
    )
    expect(places.map(({ vfid, sec }) => [vfid, sec])).toEqual([
      [1, 20],
      [2, 5],
      [3, 30],
    ])
  })

  it('is sent to the server later only if it is newer than the server’s', () => {
    expect(isUnreported(place(1, 10, 100), undefined)).toBe(true)
    expect(isUnreported(place(1, 10, 100), place(1, 20, 99))).toBe(true)
    expect(isUnreported(place(1, 10, 100), place(1, 20, 100))).toBe(false)
    expect(isUnreported(place(1, 10, 100), place(1, 20, 101))).toBe(false)
  })
})
