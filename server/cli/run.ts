/** Runs one command of the operator's command line. */
import { systemClock } from '#server/platform/primitives/clock.ts'
import { createLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import type { Outcome, Screen } from './command/command.ts'
import { readCommandLine } from './command-line.ts'
import { loadCommands } from './command-list.ts'
import { exitCodes } from './exit-codes.ts'

// The reader of the output may stop early: `films plan … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(process.exitCode ?? 0)
})

/** Runs the command in `args`; returns the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const line = readCommandLine(args, await loadCommands(args[0]))
  if (line.kind === 'help') {
    process.stdout.write(`${line.text}\n`)
    return exitCodes.done
  }
  if (line.kind === 'wrong') {
    process.stderr.write(`${line.problem}.\n\n${line.text}\n`)
    return exitCodes.usage
  }
  const settings = readSettings(process.env)
  if (settings.kind === 'refused') {
    process.stderr.write(
      `Nothing was done.\n${settings.problems.map((problem) => `  ${problem}\n`).join('')}`,
    )
    return exitCodes.usage
  }
  process.umask(settings.settings.EKRAN_UMASK)
  const log = createLog({ level: 'error', form: 'human', clock: systemClock })
  const stop = new AbortController()
  // The first Ctrl-C stops gracefully, the second at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(exitCodes.stopped)
      stop.abort(new Error('stopped'))
    })
  }
  try {
    const tools = {
      settings: settings.settings,
      environment: process.env,
      log,
      screen: screen(),
      signal: stop.signal,
    }
    return report(await line.command.run(line.input, tools), tools.screen)
  } catch (error) {
    if (stop.signal.aborted) {
      process.stderr.write('\nStopped. What was taken stays; run the same again to go on.\n')
      return exitCodes.stopped
    }
    process.stderr.write(`Nothing more was done: ${error instanceof Error ? error.message : String(error)}\n`)
    if (settings.settings.EKRAN_LOG_LEVEL === 'debug') log.error('process.command_failed', { error })
    return exitCodes.failed
  }
}

/** Prints the result of a command, and returns the exit code. */
function report(outcome: Outcome, to: Screen): number {
  if (outcome.kind === 'refused') {
    process.stderr.write(`Nothing was changed: ${outcome.why}.\n`)
    return exitCodes.failed
  }
  for (const line of outcome.lines) to.line(line)
  return outcome.kind === 'bad' ? exitCodes.failed : exitCodes.done
}

function screen(): Screen {
  const isTerminal = process.stdout.isTTY
  let hasStatus = false
  return {
    line: (text) => {
      process.stdout.write(`${hasStatus ? '\r\u001B[K' : ''}${text}\n`)
      hasStatus = false
    },
    status: (text) => {
      if (!isTerminal) return
      process.stdout.write(`\r\u001B[K${text.slice(0, (process.stdout.columns ?? 80) - 1)}`)
      hasStatus = true
    },
  }
}
