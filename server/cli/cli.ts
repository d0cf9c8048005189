/** The operator's command line: `npm run ekran -- …`. */
import { systemClock } from '#server/platform/primitives/clock.ts'
import { createLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { helpTexts, type HelpTopic } from './cli-help.ts'
import type { CommandTools, Outcome, Screen } from './command/command.ts'
import { commandLines, findCommand } from './find-command.ts'
import { readCommand } from './read-command.ts'
import { runCommand } from './run-command.ts'

// Who reads may have had enough: `films plan … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(process.exitCode ?? 0)
})
process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const asked = readAsked(args)
  if (asked.kind === 'help') {
    process.stdout.write(`${asked.text}\n`)
    return 0
  }
  if (asked.kind === 'wrong') {
    process.stderr.write(`${asked.problem}.\n\n${asked.text}\n`)
    return 2
  }
  const settings = readSettings(process.env)
  if (settings.kind === 'refused') {
    process.stderr.write(
      `Nothing was done.\n${settings.problems.map((problem) => `  ${problem}\n`).join('')}`,
    )
    return 2
  }
  process.umask(settings.settings.EKRAN_UMASK)
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
    return await asked.run({ settings: settings.settings, log, screen: screen(), signal: stop.signal })
  } catch (error) {
    if (stop.signal.aborted) {
      process.stderr.write('\nStopped. What was taken stays; run the same again to go on.\n')
      return 130
    }
    process.stderr.write(`Nothing more was done: ${error instanceof Error ? error.message : String(error)}\n`)
    if (settings.settings.EKRAN_LOG_LEVEL === 'debug') log.error('process.command_failed', { error })
    return 1
  }
}

type CliRequest =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly problem: string; readonly text: string }
  | { readonly kind: 'run'; run(tools: CommandTools): Promise<number> }

function readAsked(args: readonly string[]): CliRequest {
  const found = findCommand(args)
  if (found?.kind === 'run') {
    const { command, given } = found
    return { kind: 'run', run: async (tools) => report(await command.run(given, tools), tools.screen) }
  }
  if (found !== undefined) return found
  const command = readCommand(args)
  if (command.kind === 'help') return { kind: 'help', text: helpOf(command.topic) }
  if (command.kind === 'wrong')
    return { kind: 'wrong', problem: command.problem, text: helpOf(command.topic) }
  return { kind: 'run', run: (tools) => runCommand(command, tools) }
}

function helpOf(topic: HelpTopic): string {
  return topic === 'all' ? helpTexts.all.replace('{others}', commandLines()) : helpTexts[topic]
}

/** Says what a command came to, and gives the exit code. */
function report(outcome: Outcome, to: Screen): number {
  if (outcome.kind === 'refused') {
    process.stderr.write(`Nothing was changed: ${outcome.why}.\n`)
    return 1
  }
  for (const line of outcome.lines) to.line(line)
  return outcome.kind === 'bad' ? 1 : 0
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
