import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandOf, remoteCommandOf } from './zapping/key-commands.ts'
import { creditsBeginSec, isFinished, markerAt } from './zapping/markers.ts'
import { PositionKeeper } from './playback/position-saver.ts'
import { nearestHeight, sanePreferences } from './preferences/preferences.ts'
import { SimulatedTime } from '#tests/kit/player/simulated-player.ts'
import { skipMemoryMs, Skipping } from './zapping/skipping.ts'
import { ticketOf, withTicket } from './state/ticket.ts'

const plain = { ctrl: false, alt: false, meta: false, shift: false }

describe('keys', () => {
  it('[PLAYER-04] are read by their place, whatever the layout', () => {
    expect(commandOf({ ...plain, code: 'KeyK', key: 'л' }, 'film')).toEqual({ kind: 'toggle_play' })
    expect(commandOf({ ...plain, code: 'Digit7', key: '?', shift: true }, 'television')).toEqual({
      kind: 'shortcuts',
    })
  })
  it('[PLAYER-04] [TV-09] mean channels on television and places in a film', () => {
    const digit = { ...plain, code: 'Digit5', key: '5' }
    expect(commandOf(digit, 'film')).toEqual({ kind: 'jump', share: 0.5 })
    expect(commandOf(digit, 'television')).toEqual({ kind: 'digit', digit: 5 })
    expect(commandOf({ ...plain, code: 'ArrowUp', key: 'ArrowUp' }, 'television')).toEqual({
      kind: 'channel',
      step: 1,
    })
    expect(commandOf({ ...plain, code: 'ArrowUp', key: 'ArrowUp' }, 'film')).toMatchObject({ kind: 'volume' })
  })
  it('[PLAYER-04] [TV-09] of a remote control zap, and reach the controls, the guide and the number', () => {
    const named = (key: string) => ({ ...plain, code: '', key })
    expect(remoteCommandOf(named('ArrowDown'), 'television')).toEqual({ kind: 'channel', step: -1 })
    expect(remoteCommandOf(named('ArrowUp'), 'television')).toEqual({ kind: 'channel', step: 1 })
    expect(remoteCommandOf(named('Info'), 'television')).toEqual({ kind: 'guide' })
    expect(remoteCommandOf(named('ArrowUp'), 'film')).toEqual({ kind: 'controls' })
    expect(remoteCommandOf({ ...plain, code: 'Enter', key: 'Enter' }, 'television')).toEqual({ kind: 'ok' })
    expect(remoteCommandOf(named('ArrowDown'), 'film')).toEqual({ kind: 'controls' })
    expect(remoteCommandOf(named('ChannelUp'), 'television')).toEqual({ kind: 'channel', step: 1 })
  })
  it('[PLAYER-04] leave the browser its own', () => {
    expect(commandOf({ ...plain, ctrl: true, code: 'KeyF', key: 'f' }, 'film')).toBeNull()
    expect(commandOf({ ...plain, meta: true, code: 'KeyL', key: 'l' }, 'film')).toBeNull()
  })
})

describe('marks', () => {
  const markers = [
    { kind: 'intro' as const, begin_sec: 10, end_sec: 40 },
    { kind: 'titles' as const, begin_sec: 500, end_sec: 600 },
  ]
  it('[PLAYER-02] are offered while the position is in them', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 600, noNaN: true }), (at) => {
        const found = markerAt(markers, at)
        const inside = (at >= 10 && at < 39) || (at >= 500 && at < 599)
        expect(found !== null).toBe(inside)
      }),
    )
  })
  it('[PLAYER-02] the next episode is offered from the titles, or near the end without a mark', () => {
    expect(creditsBeginSec(markers, 600)).toBe(500)
    expect(creditsBeginSec([], 600)).toBe(580)
    expect(isFinished(markers, 500, 600)).toBe(true)
    expect(isFinished([], 569, 600)).toBe(false)
    expect(isFinished([], 570, 600)).toBe(true)
  })
})

describe('positions', () => {
  it('[PLAYER-03] are saved whole, never zero, at most every 15 s of playing, on pause and on leave', () => {
    const saved: number[] = []
    const keeper = new PositionKeeper((positionSec) => saved.push(positionSec))
    keeper.leave()
    for (let at = 0; at <= 31; at += 0.25) keeper.note({ positionSec: at, playing: true })
    expect(saved).toEqual([15, 30])
    keeper.note({ positionSec: 31.6, playing: false })
    expect(saved).toEqual([15, 30, 32])
    keeper.leave()
    expect(saved).toEqual([15, 30, 32])
  })
})

describe('skips', () => {
  it('[PLAYER-04] in quick succession add up from where they began', async () => {
    const time = new SimulatedTime()
    const sought: number[] = []
    const shown: number[] = []
    const skipping = new Skipping(
      time,
      (at) => sought.push(at),
      (sum) => shown.push(sum),
    )
    skipping.skip(-10, 100)
    skipping.skip(-10, 91)
    skipping.skip(10, 81)
    await time.pass(skipMemoryMs)
    expect(sought).toEqual([90, 80, 91])
    expect(shown).toEqual([-10, -20, 10, 0])
  })
})

describe('what comes from outside', () => {
  it('[PLAYER-07] a ticket is replaced wherever the address is, and only there', () => {
    const address = 'https://edge.example/p/old.sig/live/3/v/1.m4s?x=/p/no/'
    expect(ticketOf(address)).toBe('old.sig')
    expect(withTicket(address, 'new')).toBe('https://edge.example/p/new/live/3/v/1.m4s?x=/p/no/')
    expect(withTicket('/images/1.webp', 'new')).toBe('/images/1.webp')
  })
  it('[PLAYER-01] stored preferences of any shape become sane ones', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('volume', 'rate', 'height', 'audioLanguage'), fc.anything()),
        (found) => {
          const { volume, rate, height } = sanePreferences(found)
          expect(volume).toBeGreaterThanOrEqual(0)
          expect(volume).toBeLessThanOrEqual(1)
          expect([0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]).toContain(rate)
          expect(height === null || height > 0).toBe(true)
        },
      ),
    )
    expect(nearestHeight([1080, 720, 360], 800)).toBe(720)
    expect(nearestHeight([1080, 720], 360)).toBe(720)
  })
})

describe('the look of subtitles', () => {
  it('[PLAYER-01] is kept, and whatever is not understood is as usual', () => {
    const look = { size: 'large', colour: 'yellow', background: 'none' }
    expect(sanePreferences({ subtitleLook: look }).subtitleLook).toEqual(look)
    expect(sanePreferences({ subtitleLook: { size: '10px', colour: 'red' } }).subtitleLook).toEqual({
      size: 'normal',
      colour: 'white',
      background: 'shade',
    })
    expect(sanePreferences({ subtitleLook: 'large' }).subtitleLook.size).toBe('normal')
  })
})
