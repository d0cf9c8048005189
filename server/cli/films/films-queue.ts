/** The packaging queue at the command line: the same acts as on its page in the console. */
import { join } from 'node:path'
import { withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  amount,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import {
  type Place,
  type QueueDeps,
  type QueuedFilm,
  moveInQueue,
  pauseFilm,
  pauseQueue,
  readQueue,
  removeFilm,
  resumeFilm,
  resumeQueue,
  retryFilm,
} from '#server/imports/imports.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

export const filmsQueue: CliCommand = {
  name: 'films queue',
  usage: '',
  summary: 'show the packaging queue in its order, with what was refused and why',
  help: `Each line begins with the id of the film's file, by which the other commands name it. Finished films are shown for
a day.

Example
  npm run ekran -- films queue`,
  min: 0,
  max: 0,
  run: (_, tools) =>
    withServices(tools, async ({ work: { db } }) => {
      const { films, counts, pausedAtMs, pausedBy } = await readQueue(db, systemClock.nowMs())
      const by = pausedBy === '' ? '' : ` by ${shown(pausedBy)}`
      return done(
        ...(pausedAtMs === null ? [] : [`The queue is paused${by} since ${moment(pausedAtMs)}.`]),
        ...films.map(lineOf),
        `${counts.running} running, ${counts.waiting} waiting, ${counts.refused} refused, ${counts.removed} removed,` +
          ` ${counts.ready} ready in the last day.`,
      )
    }),
}

function lineOf({ row, reason, spentMs, worker }: QueuedFilm): string {
  const facts = [
    ...(row.state === 'running' || row.fraction > 0 ? [`${Math.floor(row.fraction * 100)} %`] : []),
    ...(row.state === 'running' ? [row.rendition, `${worker?.host ?? ''} ${worker?.process ?? ''}`] : []),
    ...(row.step === 'better' && row.state !== 'ready' ? ['plays already'] : []),
    ...(spentMs > 0 ? [`${Math.round(spentMs / 1000)} s of work`] : []),
    ...(reason === '' ? [] : [reason]),
  ]
  const state = row.paused_at === null ? row.state : 'paused'
  return shown(`${row.asset_id}  ${state.padEnd(8)} ${row.name}: ${facts.filter(Boolean).join(', ') || '—'}`)
}

type Act = (deps: QueueDeps, services: Services, assetId: string) => Promise<ActOutcome>

type ActOutcome =
  | { readonly kind: 'done'; readonly row: { readonly asset_id: string; readonly name: string } }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'not_found' | 'busy' | 'over' }

/** Runs an act on a film with the jobs of the running Ekran, if one runs, and records it. */
async function onFilm(
  { words: [word = ''] }: CommandInput,
  tools: CommandTools,
  { event, says, act }: { readonly event: string; readonly says: string; readonly act: Act },
): Promise<Outcome> {
  return withServices(tools, async (services) => {
    const outcome = await withQueue(tools, services, (deps) => act(deps, services, word))
    switch (outcome.kind) {
      case 'done': {
        const { asset_id: subject, name } = outcome.row
        await record(services, event, subject, { name })
        return done(`${shown(name)} ${says}.`)
      }
      case 'refused':
        return refused(outcome.why)
      case 'not_found':
        return refused(`there is no film ${shown(word)} in the queue; "films queue" shows their ids`)
      case 'over':
        return refused('its packaging is over already')
      case 'busy':
        return refused('it is in another state now; see "films queue"')
    }
  })
}

/** Runs `act` with the jobs of the running Ekran; without them when none runs. */
export async function withQueue<Result>(
  { settings, log }: CommandTools,
  { work }: Services,
  act: (deps: QueueDeps) => Promise<Result>,
): Promise<Result> {
  const deps = { db: work.db, clock: systemClock }
  // Without an Ekran that runs, its next start queues what is not finished.
  if (!work.serverRuns) return act({ ...deps, jobs: undefined })
  const statementTimeoutMs = settings.EKRAN_JOB_STATEMENT_TIMEOUT_MS
  const jobs = await startJobs({ location: work.location, log, statementTimeoutMs })
  try {
    return await act({ ...deps, jobs })
  } finally {
    await jobs.close(1000)
  }
}

async function record(
  { audit }: Services,
  event: string,
  subject: string,
  after: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await audit.record({ event, actor: 'operator', facts: {}, change: { section: 'films', subject, after } })
}

export const filmsQueueRetry: CliCommand = {
  name: 'films queue retry',
  usage: '<id>',
  summary: 'try a refused film again, put a removed one back, or try one that waits now',
  help: `A film that was refused when it was new is imported again from its folder.

Example
  npm run ekran -- films queue retry film-12`,
  min: 1,
  max: 1,
  run: (input, tools) =>
    onFilm(input, tools, {
      event: 'packaging_retried',
      says: 'is in the queue',
      act: async (deps, { work }, assetId) => {
        const pictures = await openPictures({ dir: join(work.dataDir, 'images'), log: tools.log })
        const outcome = await retryFilm({ ...deps, pictures }, assetId)
        if (outcome.kind === 'source_gone')
          return { kind: 'refused', why: `${shown(outcome.path)} is not there any more; put it back` }
        if (outcome.kind === 'import_again')
          return {
            kind: 'refused',
            why: `it must be imported again: import films <folder> --again${outcome.why === '' ? '' : ` (${shown(outcome.why)})`}`,
          }
        return outcome
      },
    }),
}

const places: Readonly<Record<string, Place>> = {
  first: { to: 'first' },
  up: { to: 'up' },
  down: { to: 'down' },
  last: { to: 'last' },
}

export const filmsQueueMove: CliCommand = {
  name: 'films queue move',
  usage: '<id> first|up|down|last',
  summary: 'give a waiting film another place in the order',
  help: `Films that do not play yet always come before those that get better pictures; the place is that in its group.

Example
  npm run ekran -- films queue move film-12 first`,
  min: 2,
  max: 2,
  run: async (input, tools) => {
    const place = places[input.words[1] ?? '']
    if (place === undefined) return refused('the places are first, up, down and last')
    return onFilm(input, tools, {
      ...{ event: 'packaging_moved', says: 'has another place' },
      act: (deps, _, assetId) => moveInQueue(deps, assetId, place),
    })
  },
}

export const filmsQueuePause: CliCommand = {
  name: 'films queue pause',
  usage: '[<id>]',
  summary: 'pause a film or, without an id, the whole queue',
  help: `What runs stops within a second and continues later where it was.

Examples
  npm run ekran -- films queue pause film-12
  npm run ekran -- films queue pause`,
  min: 0,
  max: 1,
  run: (input, tools) =>
    input.words.length > 0
      ? onFilm(input, tools, {
          ...{ event: 'packaging_paused', says: 'is paused' },
          act: ({ db }, _, assetId) => pauseFilm(db, assetId),
        })
      : withServices(tools, async (services) => {
          await pauseQueue(services.work.db, '')
          await record(services, 'packaging_queue_paused', 'queue')
          return done('The queue is paused. To continue it: npm run ekran -- films queue continue')
        }),
}

export const filmsQueueContinue: CliCommand = {
  name: 'films queue continue',
  usage: '[<id>]',
  summary: 'continue a paused film or, without an id, the whole queue',
  help: `Films that are paused by themselves stay so when the whole queue continues.

Examples
  npm run ekran -- films queue continue film-12
  npm run ekran -- films queue continue`,
  min: 0,
  max: 1,
  run: (input, tools) =>
    input.words.length > 0
      ? onFilm(input, tools, {
          ...{ event: 'packaging_continued', says: 'continues in its turn' },
          act: (deps, _, assetId) => resumeFilm(deps, assetId),
        })
      : withServices(tools, async (services) => {
          const films = await withQueue(tools, services, (deps) => resumeQueue(deps))
          await record(services, 'packaging_queue_continued', 'queue', { films })
          return done(`The queue continues with ${amount(films, 'film')}.`)
        }),
}

export const filmsQueueRemove: CliCommand = {
  name: 'films queue remove',
  usage: '<id>',
  summary: 'take a film out of the queue; "films queue retry" puts it back',
  help: `What was packaged of it stays: a film that plays already goes on playing.

Example
  npm run ekran -- films queue remove film-12`,
  min: 1,
  max: 1,
  run: (input, tools) =>
    onFilm(input, tools, {
      event: 'packaging_removed',
      says: 'is out of the queue; to put it back: films queue retry',
      act: ({ db }, _, assetId) => removeFilm(db, assetId),
    }),
}
