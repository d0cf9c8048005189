/** The loudness of films that were packaged before it was measured: their figures are added, a few films at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Engine } from '#media/media.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

const measureFilmsJob = jobKind({
  name: 'films.measure-loudness',
  data: z.object({}),
  cron: '*/10 * * * *',
  oneWaits: true,
  tries: 1,
  limitSec: 1800,
})

export interface FilmLoudnessDeps {
  readonly engine: Pick<Engine, 'measureAsset'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
}

/** So many films are measured in one run; the next one continues. */
const filmsAtOnce = 20
/** After each measured film: recording and packaging come first. */
const restMs = 500

export function filmLoudnessWorker(deps: FilmLoudnessDeps): JobWorker {
  return jobWorker(measureFilmsJob, async (_, { signal }) => void (await measureFilms(deps, signal)))
}

/** Measures what has no figures yet, `filmsAtOnce` files at most; returns how many. What cannot be measured is tried once. */
export async function measureFilms(
  { engine, catalogue }: FilmLoudnessDeps,
  signal: AbortSignal,
  rest = restMs,
): Promise<number> {
  let measured = 0
  for (const assetId of assetsOf(catalogue)) {
    if (signal.aborted || measured >= filmsAtOnce) break
    if ((await engine.measureAsset(assetId, signal)) !== 'measured') continue
    measured += 1
    await sleep(rest, undefined, { signal }).catch(() => undefined)
  }
  return measured
}

/** Every packaged file of the catalogue, trailers too. */
function assetsOf(catalogue: FilmLoudnessDeps['catalogue']): ReadonlySet<string> {
  const { titles } = catalogue.now().content
  return new Set(
    titles.flatMap(({ files, seasons }) => [
      ...files.map(({ assetId }) => assetId),
      ...seasons.flatMap(({ episodes }) => episodes.map(({ file }) => file.assetId)),
    ]),
  )
}
