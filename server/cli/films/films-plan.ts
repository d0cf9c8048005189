/** How a film file is packaged, and why: streams, renditions and rates, warnings, duration. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  done,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import {
  describeRung,
  findMediaBinaries,
  planFilm,
  readFilmPlan,
  type FilmPlan,
  type LadderPlan,
} from '#media/media.ts'

export const filmsPlan: CliCommand = {
  name: 'films plan',
  usage: '<file or asset id>',
  summary: 'show how a film is packaged, and why',
  help: `For a file: which of its streams are copied, re-encoded or left out, and why; the renditions and rates of its video
in encoding order, with the quality chosen from samples of a longer film; warnings; and the duration, estimated by encoding four seconds now. Nothing is
imported. For a packaged film: the plan it was packaged with.

Examples
  npm run ekran -- films plan "/media/films/Film (2021).mkv"
  npm run ekran -- films plan film-12`,
  min: 1,
  max: 1,
  run: plan,
}

async function plan(input: CommandInput, { settings, signal }: CommandTools): Promise<Outcome> {
  const [named = ''] = input.words
  const isThere = await stat(named).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    const saved = await readFilmPlan(join(settings.EKRAN_DATA, 'media'), named)
    if (saved !== undefined) return done(`${shown(named)} was made by this plan:`, ...linesOf(saved))
    return refused(`${shown(named)} is neither a file nor a packaged film with a stored plan`)
  }
  const binaries = findMediaBinaries({
    ffmpegPath: settings.EKRAN_FFMPEG,
    ffprobePath: settings.EKRAN_FFPROBE,
  })
  const response = await planFilm({ ...binaries, path: named, signal })
  if (response.kind === 'refused') return refused(shown(response.words))
  return done(`${shown(named)}${lengthOf(response)}`, ...linesOf(response.plan), ...timeLines(response))
}

function linesOf({ decisions, picture, audio, subtitles, warnings }: LadderPlan): readonly string[] {
  return [
    'Streams of the file',
    ...decisions.map(({ stream, what, becomes, why }) => `  ${stream}  ${what}: ${becomes}. ${why}`),
    'Picture, in the order of making',
    ...picture.rungs.map((rung) => `  ${describeRung(rung)}`),
    'Sound',
    ...audio.map(({ rendition, name }) => `  ${rendition}  ${name}`),
    ...(subtitles.length === 0 ? [] : ['Subtitles']),
    ...subtitles.map(({ rendition, name }) => `  ${rendition}  ${name}`),
    ...(warnings.length === 0 ? [] : ['Warnings']),
    ...warnings.map((words) => `  ${words}`),
  ].map(shown)
}

function lengthOf({ durationMs }: FilmPlan): string {
  return durationMs === undefined ? '' : `, ${lasting(durationMs / 1000)}`
}

function timeLines({ durationMs, plan: { picture }, samples }: FilmPlan): readonly string[] {
  const rates = samples.map(
    ({ rendition, bitsPerSecond, workPerSecond }) =>
      `  ${rendition}  ${Math.round(bitsPerSecond / 1000)} kbit/s, ${(1 / workPerSecond).toFixed(1)} times as fast as it plays`,
  )
  if (durationMs === undefined || samples.length === 0) return rates
  const seconds = (taken: FilmPlan['samples']): number =>
    (taken.reduce((sum, { workPerSecond }) => sum + workPerSecond, 0) * durationMs) / 1000
  const first =
    picture.rungs[0].copied === true ? 'at once' : `in about ${lasting(seconds(samples.slice(0, 1)))}`
  return [
    'Measured now, on four seconds of it',
    ...rates,
    `  The first picture is ready ${first}, all of them in about ${lasting(seconds(samples))}; the sound comes on top.`,
  ]
}

function lasting(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
