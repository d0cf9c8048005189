import { Command, type CommanderError, Option } from 'commander'
import type { CliCommand, CommandInput } from './command/command.ts'

/** The parsed words after `npm run ekran --`. `text` is the help of the command they name. */
export type CommandLine =
  | { readonly kind: 'run'; readonly command: CliCommand; readonly input: CommandInput }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly problem: string; readonly text: string }

/**
 * Parses a command line that names one of `commands`. Runs nothing, and repeats no value: one of them could be a
 * password.
 */
export function readCommandLine(args: readonly string[], commands: readonly CliCommand[]): CommandLine {
  let line: CommandLine | undefined
  const program = createProgram(commands, (result) => {
    line = result
  })
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error
    return error.line
  }
  return line ?? { kind: 'help', text: program.helpInformation() }
}

/** Carries Commander's error out of its parser. */
class ParseFailure extends Error {
  readonly line: CommandLine

  constructor({ code, message }: CommanderError, command: Command) {
    super(message)
    const text = command.helpInformation()
    const isHelp = code === 'commander.helpDisplayed' || code === 'commander.help'
    this.line = isHelp ? { kind: 'help', text } : { kind: 'wrong', problem: problemOf(code, message), text }
  }
}

/** Commander quotes an unknown option together with the value after it; the value is cut off. */
function problemOf(code: string, message: string): string {
  const [first = '', suggestion = ''] = message.replace(/^error: /, '').split('\n')
  const [, option = ''] = /^unknown option '(--[^='\s]*|-.?)/.exec(first) ?? []
  const problem = code === 'commander.unknownOption' ? `unknown option ${option}` : first
  return `${problem} ${suggestion}`.trimEnd()
}

/** The tree of all commands. */
function createProgram(commands: readonly CliCommand[], onCommand: (line: CommandLine) => void): Command {
  const program = prepared(new Command('npm run ekran --'), () => rootHelp(commands))
  for (const command of commands) {
    const groups = command.name.split(' ').slice(0, -1)
    let parent = program
    for (const at of groups.keys()) parent = groupOf(parent, groups.slice(0, at + 1), commands)
    addCommand(parent, command, onCommand)
  }
  return program
}

/** The group of commands whose names begin with these words; `parent` is the group of all but the last word. */
function groupOf(parent: Command, words: readonly string[], commands: readonly CliCommand[]): Command {
  const name = words.at(-1) ?? ''
  const existing = parent.commands.find((command) => command.name() === name)
  if (existing !== undefined) return existing
  return prepared(parent.command(name), () =>
    [
      commandLines(commands.filter((command) => command.name.startsWith(`${words.join(' ')} `))),
      '',
      'Add --help to any of them for more and for examples.',
    ].join('\n'),
  ).helpCommand(false)
}

function addCommand(parent: Command, command: CliCommand, onCommand: (line: CommandLine) => void): void {
  const name = command.name.split(' ').at(-1) ?? ''
  const node = prepared(parent.command(name), () => `${usageOf(command)}\n\n${command.help}`)
  const options = Object.entries(command.options ?? {}).map(
    ([option, { type }]) => new Option(type === 'boolean' ? `--${option}` : `--${option} <value>`),
  )
  for (const option of options) node.addOption(option)
  // The number of words is checked below, so that the message names them as the help does.
  node.argument('[words...]')
  node.action((words: readonly string[]) => {
    const text = node.helpInformation()
    const input = inputOf(words, node.opts(), options)
    const problem = wordCountProblem(command, words.length) ?? command.problem?.(input)
    onCommand(problem === undefined ? { kind: 'run', command, input } : { kind: 'wrong', problem, text })
  })
}

/** Commander neither writes nor exits; its messages come as a `ParseFailure`. */
function prepared(command: Command, help: () => string): Command {
  const quiet = () => undefined
  return command
    .configureOutput({ writeOut: quiet, writeErr: quiet })
    .configureHelp({ formatHelp: help })
    .enablePositionalOptions()
    .exitOverride((error) => {
      throw new ParseFailure(error, command)
    })
}

function inputOf(
  words: readonly string[],
  values: Readonly<Record<string, unknown>>,
  options: readonly Option[],
): CommandInput {
  const byName = new Map(options.map((option) => [option.long?.slice(2), option]))
  const valueOf = (name: string) => {
    const option = byName.get(name)
    return option === undefined ? undefined : values[option.attributeName()]
  }
  return {
    words,
    // `--no-wait` is the option `wait`, switched off.
    flag: (name) => valueOf(name) === (byName.get(name)?.negate !== true),
    text: (name) => {
      const value = valueOf(name)
      return typeof value === 'string' ? value : undefined
    },
  }
}

function wordCountProblem({ name, usage: takes, min, max }: CliCommand, count: number): string | undefined {
  if (count >= min && count <= max) return undefined
  if (max === 0) return `${name} takes no words after it, only options`
  const amount = min === max ? String(min) : `${min} to ${max}`
  return `${name} takes ${amount} ${max === 1 ? 'word' : 'words'} after it: ${takes} (put names with spaces in quotes)`
}

function usageOf({ name, usage: takes }: CliCommand): string {
  return `npm run ekran -- ${name} ${takes}`.trimEnd()
}

const summaryColumn = 60

/** A line for each command; a long usage has its summary on a separate line. */
function commandLines(shown: readonly CliCommand[]): string {
  const usages = shown.map((command) => usageOf(command).length)
  const width = Math.max(0, ...usages.filter((length) => length <= summaryColumn))
  return shown
    .map((command) => {
      const usage = usageOf(command)
      const gap = usage.length > width ? `\n${' '.repeat(width + 5)}` : ' '.repeat(width - usage.length + 3)
      return `  ${usage}${gap}${command.summary}`
    })
    .join('\n')
}

function rootHelp(commands: readonly CliCommand[]): string {
  return `Ekran, the operator's command line.

${commandLines(commands)}
  npm run ekran -- <command> --help   more about one command, with examples

Works while Ekran runs (what is imported appears at once) and while it does not. Every import can be run again: it
changes only what changed, and reports what it imported, skipped and refused, and why. A broken file changes nothing.
The data folder is EKRAN_DATA (./data), the database DATABASE_URL or the one inside the data folder.

Exit codes: 0 done, 1 refused or a problem was found, 2 the command or the settings are invalid, 130 stopped.`
}
