/** One process from start to exit: what it starts, in which order, and how it stops. */
import type { PartName } from '#server/platform/app-context.ts'
import { startApp } from './start-app.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { collectGarbage } from '#server/platform/process/collect-garbage.ts'
import { createLogFiles, type LogFiles } from '#server/platform/log/log-files.ts'
import { createLog, formForStderr, type Log } from '#server/platform/log/log.ts'
import { readSettings, type Settings } from '#server/platform/settings/settings.ts'
import { explainStartFailure } from './start-failure.ts'

const help = `Usage: npm start [-- --only api|media|jobs]

Starts Ekran. Without --only everything runs in this one process:
  api    the calls and the site
  media  recording, playback
  jobs   background work: packaging, charging, refreshing the guide
Several can be named with commas. Settings come from the environment: docs/guides/settings.md.
`

const partNames: readonly PartName[] = ['api', 'media', 'jobs']
/** After this and the delay of a stop the process exits; a stop is promised within five seconds. */
const stopLimitMs = 4800
/** The garbage of the start is collected only later, so that the first page request does not wait for it. */
const collectAfterMs = 10_000

export async function run(args: readonly string[]): Promise<void> {
  const parsedArgs = readArguments(args)
  if (parsedArgs.kind === 'help') return void process.stdout.write(help)
  const read = readSettings(process.env)
  const problems = [
    ...(parsedArgs.kind === 'wrong' ? [parsedArgs.problem] : []),
    ...(read.kind === 'refused' ? read.problems : []),
  ]
  if (parsedArgs.kind === 'wrong' || read.kind === 'refused') {
    process.stderr.write(`Ekran was not started.\n${problems.map((problem) => `  ${problem}\n`).join('')}`)
    process.exitCode = 1
    return
  }
  process.umask(read.settings.EKRAN_UMASK)
  const logFiles = createLogFiles(read.settings.EKRAN_LOG_FILES_MB * 1_000_000)
  const log = createLog({
    ...{ level: read.settings.EKRAN_LOG_LEVEL, form: formForStderr(), clock: systemClock },
    also: logFiles.write,
  })
  await live({ settings: read.settings, runs: parsedArgs.runs, log, logFiles })
}

interface Living {
  readonly settings: Settings
  readonly runs: ReadonlySet<PartName>
  readonly log: Log
  readonly logFiles: LogFiles
}

/** Starts and runs until a signal, the failure of a part, or a bug ends it. */
async function live({ settings, runs, log, logFiles }: Living): Promise<void> {
  const stack = new AsyncDisposableStack()
  let ending: Promise<void> | undefined
  let stopDelayMs = settings.EKRAN_STOP_DELAY_SECONDS * 1000
  const end = (exitCode: number): Promise<void> => {
    // Nothing more is answered after a bug, or without a part that all need.
    if (ending === undefined && exitCode !== 0) stopDelayMs = 0
    ending ??= stop(stack, { exitCode, log, limitMs: stopDelayMs + stopLimitMs })
    return ending
  }
  const onSignal = () => {
    // A second Ctrl-C does not wait: the database ends with this process, and recovers at the next start.
    if (ending !== undefined) process.exit(130)
    log.info('process.stopping')
    void end(0)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  const onBug = (error: unknown) => {
    log.error('process.uncaught_error', { error })
    void end(1)
  }
  process.on('uncaughtException', onBug).on('unhandledRejection', onBug)
  const isEnding = () => ending !== undefined
  try {
    const started = await startApp({
      settings,
      environment: process.env,
      runs,
      log,
      logFiles,
      stack,
      isEnding,
      stopDelayMs: () => stopDelayMs,
    })
    setTimeout(collectGarbage, collectAfterMs).unref()
    void started.failed.then((reason) => {
      if (ending !== undefined) return
      log.error('process.part_ended', { reason })
      void end(1)
    })
  } catch (error) {
    if (!isEnding()) process.stderr.write(`${explainStartFailure(error)}\n`)
    await end(1)
  }
}

interface Stop {
  readonly exitCode: number
  readonly log: Log
  readonly limitMs: number
}

async function stop(stack: AsyncDisposableStack, { exitCode, log, limitMs }: Stop): Promise<void> {
  const timer = setTimeout(() => {
    log.error('process.stop_timed_out')
    process.exit(1)
  }, limitMs)
  let hasFailed = false
  try {
    await stack.disposeAsync()
  } catch (error) {
    log.error('process.stop_failed', { error })
    hasFailed = true
  }
  clearTimeout(timer)
  process.exit(hasFailed ? 1 : exitCode)
}

type Arguments =
  | { readonly kind: 'run'; readonly runs: ReadonlySet<PartName> }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string }

function readArguments(args: readonly string[]): Arguments {
  const [flag, value, ...rest] = args.flatMap((text) => text.split('=', 2))
  if (flag === undefined) return { kind: 'run', runs: new Set(partNames) }
  if (flag === '--help' || flag === '-h') return { kind: 'help' }
  if (flag !== '--only' || rest.length > 0) {
    return { kind: 'wrong', problem: `"${args.join(' ')}" is not understood. See: npm start -- --help` }
  }
  const named = (value ?? '').split(',').filter((name) => name !== '')
  const runs = partNames.filter((name) => named.includes(name))
  if (named.length === 0 || runs.length !== named.length) {
    return { kind: 'wrong', problem: `--only takes ${partNames.join(', ')}, not "${value ?? ''}".` }
  }
  return { kind: 'run', runs: new Set(runs) }
}
