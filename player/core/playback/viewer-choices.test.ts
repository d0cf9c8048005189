import { expect, it } from 'vitest'
import { savingBitsPerSecond } from '#player/core/quality/data-saving.ts'
import { settle, simulatedAddress, simulatedPlayback } from '#tests/kit/player/simulated-player.ts'

/** A switch for saving data, with the number of those who listen to it. */
function buildSaver(isOn: boolean) {
  const listeners = new Set<() => void>()
  let value = isOn
  return {
    listeners,
    get: () => value,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    turn(next: boolean) {
      value = next
      for (const listener of listeners) listener()
    },
  }
}

function source(key: string) {
  const ask = async () => simulatedAddress(`/p/ticket/film/${key}/master.m3u8`, 2_000_000_000_000)
  return { key, kind: 'film' as const, startSec: 0, ask }
}

it('[ALIVE-02] while data is saved the bit rate is limited, also over a height that was fixed before', async () => {
  const saver = buildSaver(true)
  const { playback, engine, preferenceStore } = simulatedPlayback('', true, saver)
  preferenceStore.write({ ...preferenceStore.read(), height: 1080 })
  playback.open(source('one'))
  await settle()
  expect(engine.loads.at(-1)).toMatchObject({
    maxBitsPerSecond: savingBitsPerSecond,
    preferences: { height: null },
  })
  // A height that the viewer chooses meanwhile plays, until the next film.
  playback.choices.setHeight(720)
  expect(engine.facts.chosenHeight).toBe(720)
  playback.open(source('two'))
  await settle()
  expect(engine.loads.at(-1)?.preferences.height).toBeNull()
})

it('[ALIVE-02] turning it on and off acts on what plays, and a report of the same changes nothing', async () => {
  const saver = buildSaver(false)
  const { playback, engine, preferenceStore } = simulatedPlayback('', true, saver)
  preferenceStore.write({ ...preferenceStore.read(), height: 1080 })
  playback.open(source('one'))
  await settle()
  expect(engine.loads.at(-1)).toMatchObject({ maxBitsPerSecond: null, preferences: { height: 1080 } })
  saver.turn(false)
  expect(engine.maxRates).toEqual([])
  saver.turn(true)
  expect(engine.maxRates).toEqual([savingBitsPerSecond])
  expect(engine.facts.chosenHeight).toBeNull()
  saver.turn(false)
  expect(engine.maxRates).toEqual([savingBitsPerSecond, null])
  expect(engine.facts.chosenHeight).toBe(1080)
  await playback.destroy()
  expect(saver.listeners.size).toBe(0)
})

it('[ALIVE-05] the gain of a source is applied with it, not before, and changes with a new address', async () => {
  const { playback, engine } = simulatedPlayback()
  const loud = {
    ...source('loud'),
    ask: async () => ({ ...simulatedAddress('/p/t/film/loud/m', 2e12), gainDb: -7.5 }),
  }
  playback.open(loud)
  await settle()
  expect(engine.loads.at(-1)?.gainDb).toBe(-7.5)
  expect(engine.gainDb).toBe(-7.5)
  let answer: (address: ReturnType<typeof simulatedAddress>) => void = () => undefined
  playback.open({ ...source('next'), ask: () => new Promise((resolve) => (answer = resolve)) })
  await settle()
  // The one before still plays.
  expect(engine.gainDb).toBe(-7.5)
  answer(simulatedAddress('/p/t/film/next/m', 2e12))
  await settle()
  expect(engine.loads.at(-1)?.gainDb).toBe(0)
  expect(engine.gainDb).toBe(0)
})

it('[ALIVE-05] an even loudness is on until the viewer turns it off, which acts at once and is stored', async () => {
  const { playback, engine, preferenceStore } = simulatedPlayback()
  const ask = async () => ({ ...simulatedAddress('/p/t/film/loud/m', 2e12), gainDb: -7.5 })
  expect(playback.choices.evenLoudness).toBe(true)
  playback.open({ ...source('loud'), ask })
  await settle()
  playback.choices.setEvenLoudness(false)
  expect([engine.gainDb, preferenceStore.read().evenLoudness]).toEqual([0, false])
  playback.open({ ...source('again'), ask })
  await settle()
  expect(engine.loads.at(-1)?.gainDb).toBe(0)
  playback.choices.setEvenLoudness(true)
  expect([engine.gainDb, preferenceStore.read().evenLoudness]).toEqual([-7.5, true])
  expect(engine.facts.volume).toBe(1)
})
