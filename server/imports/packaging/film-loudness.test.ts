import { expect, it } from 'vitest'
import { measureFilms, type FilmLoudnessDeps } from './film-loudness.ts'

const never = new AbortController().signal

/** A catalogue of these films, and an engine that remembers what was measured. */
function library(assetIds: readonly string[], isComplete: (assetId: string) => boolean = () => false) {
  const measured: string[] = []
  const titles = assetIds.map((assetId, at) =>
    at % 2 === 0
      ? { files: [{ assetId }, { assetId: assetIds[0] }], seasons: [] }
      : { files: [], seasons: [{ episodes: [{ file: { assetId } }] }] },
  )
  const deps = {
    catalogue: { now: () => ({ content: { titles } }) },
    engine: {
      measureAsset: async (assetId: string) => {
        if (assetId === 'unpackaged') return 'missing'
        if (measured.includes(assetId) || isComplete(assetId)) return 'complete'
        measured.push(assetId)
        return 'measured'
      },
    },
  } as unknown as FilmLoudnessDeps
  return { deps, measured }
}

it('[ALIVE-05] measures films and episodes without figures, each once, and a bounded number in a run', async () => {
  const assetIds = Array.from({ length: 25 }, (_, at) => `film-${at}`)
  const { deps, measured } = library([...assetIds, 'unpackaged'], (assetId) => assetId === 'film-3')
  expect(await measureFilms(deps, never, 0)).toBe(20)
  expect(await measureFilms(deps, never, 0)).toBe(4)
  expect(await measureFilms(deps, never, 0)).toBe(0)
  expect([...measured].toSorted()).toEqual(assetIds.filter((assetId) => assetId !== 'film-3').toSorted())
})

it('[ALIVE-05] measures nothing more once it is aborted', async () => {
  const { deps, measured } = library(['one', 'other'])
  expect(await measureFilms(deps, AbortSignal.abort(), 0)).toBe(0)
  expect(measured).toEqual([])
})
