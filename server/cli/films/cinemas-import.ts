import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type CliCommand,
  type Outcome,
  amount,
  done,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { type DeliveredCinema, publishCinemas, readCinemas } from '#server/cinemas/cinemas.ts'
import { reasonOf } from '#server/imports/imports.ts'
import { openPictures, type Pictures } from '#server/pictures/pictures.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const maxProblems = 50

export const cinemasImport: CliCommand = {
  name: 'cinemas import',
  usage: '<file.json>',
  summary: 'replace the cinemas and their showings',
  help: `Takes all cinemas with their showings from a JSON file; what it holds is described in
docs/guides/loading-content.md. Cinemas that are not in it are removed. If there is any error, every invalid field
is named and nothing is imported. Pictures are read from the folder of the file.

Example
  npm run ekran -- cinemas import cinemas.json`,
  min: 1,
  max: 1,
  run: async ({ words: [path = ''] }, tools) => {
    const read = await readFile(path, 'utf8').then(readCinemas, (error: unknown) => reasonOf(error))
    if (typeof read === 'string') return refused(`${shown(path)}: ${read}`)
    if (read.kind === 'wrong') {
      const rest = read.problems.length - maxProblems
      const lines = read.problems.slice(0, maxProblems).map((problem) => `\n  ${shown(problem)}`)
      return refused(`the file is not right${lines.join('')}${rest > 0 ? `\n  and ${rest} more` : ''}`)
    }
    return take(read.cinemas, dirname(path), tools)
  },
}

async function take(
  cinemas: readonly DeliveredCinema[],
  folder: string,
  tools: CommandTools,
): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  const { work, audit } = await openServices(tools, stack)
  const pictures = await openPictures({ dir: join(work.dataDir, 'images'), log: tools.log })
  const problems: string[] = []
  const store = (path: string | null) => storePicture(path, { folder, pictures, problems })
  const ready = []
  for (const { showings, ...cinema } of cinemas) {
    const stored = []
    for (const { times, poster, age_rating: ageRating, ...showing } of showings)
      stored.push({ ...showing, ageRating, timesMs: times, poster: await store(poster) })
    ready.push({ ...cinema, image: await store(cinema.image), showings: stored })
  }
  const { added, existing, removed } = await publishCinemas(work.db, ready)
  await audit.record({ event: 'cinemas_changed', actor: 'operator', facts: { count: cinemas.length } })
  const times = cinemas.flatMap(({ showings }) => showings.flatMap((showing) => showing.times))
  const past = times.filter((ms) => ms <= systemClock.nowMs()).length
  return done(
    `${amount(cinemas.length, 'cinema')}: ${added} new, ${existing} known before; ${removed} removed.`,
    `${amount(times.length, 'showing')}, of which ${past} have begun and are not shown.`,
    ...problems.map((problem) => `  without a picture: ${shown(problem)}`),
  )
}

/** Null where there is none; an invalid picture is reported, and the cinema is shown without it. */
async function storePicture(
  path: string | null,
  how: { readonly folder: string; readonly pictures: Pictures; readonly problems: string[] },
): Promise<string | null> {
  if (path === null || path === '') return null
  try {
    const stored = await how.pictures.store(await readFile(join(how.folder, path)))
    if (stored.kind === 'stored') return stored.version
    how.problems.push(`${path} (${stored.reason})`)
  } catch (error) {
    how.problems.push(`${path} (${reasonOf(error)})`)
  }
  return null
}
