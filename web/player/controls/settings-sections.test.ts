import { expect, it } from 'vitest'
import { idleState } from '#player/core/state/playback-state.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { sectionsOf } from './settings-sections.ts'

/** The rows of the qualities while this one plays automatically, each by the key of its rendered row. */
function rowsWhile(playingHeight: number | null) {
  const qualities = [720, 360].map((height) => ({ height, bitsPerSecond: height * 1000 }))
  const sections = sectionsOf({
    state: { ...idleState, qualities, playingHeight },
    playback: {} as Playback,
    t: (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`,
    language: 'ru',
  })
  return (sections[0]?.groups[0]?.choices ?? []).map(({ id, name }) => ({ row: id ?? name, name }))
}

it('[PLAYER-01] keeps the row of the automatic quality, and a focus on it, when another quality starts to play', () => {
  const [before, after] = [rowsWhile(360), rowsWhile(720)]
  expect(after.map(({ name }) => name)).not.toEqual(before.map(({ name }) => name))
  expect(after.map(({ row }) => row)).toEqual(before.map(({ row }) => row))
  expect(rowsWhile(null).map(({ row }) => row)).toEqual(before.map(({ row }) => row))
})
