/** The operator's command line: `npm run ekran -- …`. */
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { readSettings } from '#server/platform/settings.ts'
import { helpTexts } from './cli-help.ts'
import { readCommand } from './read-command.ts'
import { runCommand } from './run-command.ts'
import type { Screen } from './watch-packaging.ts'

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const command = readCommand(args)
  if (command.kind === 'help') {
    process.stdout.write(`${helpTexts[command.topic]}\n`)
    return 0
  }
  if (command.kind === 'wrong') {
    process.stderr.write(`${command.problem}.\n\n${helpTexts[command.topic]}\n`)
    return 2
  }
  const settings = readSettings(process.env)
  if (settings.kind === 'refused') {
    process.stderr.write(
      `Nothing was done.\n${settings.problems.map((problem) => `  ${problem}\n`).join('')}`,
    )
    return 2
  }
  const log = createLog({ level: 'error', form: 'human', clock: systemClock })
  const stop = new AbortController()
  // The first Ctrl-C ends gently, the second at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(130)
      stop.abort(new Error('stopped'))
    })
  }
  try {
    return await runCommand(command, {
      settings: settings.settings,
      log,
      screen: screen(),
      signal: stop.signal,
    })
  } catch (error) {
    if (stop.signal.aborted) {
      process.stderr.write('\nStopped. What was taken stays; run the same again to go on.\n')
      return 130
    }
    process.stderr.write(`Nothing more was done: ${error instanceof Error ? error.message : String(error)}\n`)
    if (settings.settings.EKRAN_LOG_LEVEL === 'debug') log.error('the command failed', { error })
    return 1
  }
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
