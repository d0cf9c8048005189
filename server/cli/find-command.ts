import { parseArgs } from 'node:util'
import type { CliCommand, CommandInput } from './command/command.ts'
import { commands } from './command-list.ts'

export type FoundCommand =
  | { readonly kind: 'run'; readonly command: CliCommand; readonly given: CommandInput }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly problem: string; readonly text: string }

/** Reads the words after `npm run ekran --`; undefined when they begin with none of these commands' first words. */
export function findCommand(args: readonly string[]): FoundCommand | undefined {
  const [group = '', second = '', ...rest] = args
  const alone = commands.find(({ name }) => name === group)
  if (alone !== undefined) return read(alone, args.slice(1))
  const ofGroup = commands.filter(({ name }) => name.startsWith(`${group} `))
  if (ofGroup.length === 0) return undefined
  const text = groupHelp(ofGroup)
  if (second === '' || second === '--help' || second === '-h') return { kind: 'help', text }
  const command = ofGroup.find(({ name }) => name === `${group} ${second}`)
  if (command === undefined) return { kind: 'wrong', problem: `"${group} ${second}" is not a command`, text }
  return read(command, rest)
}

function read(command: CliCommand, args: readonly string[]): FoundCommand {
  const text = `${usage(command)}\n\n${command.help}`
  const options = { help: { type: 'boolean', short: 'h' }, ...command.options } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    })
    if (values.help === true) return { kind: 'help', text }
    // Named by their number alone: one of them could be a password that was meant for the prompt.
    if (positionals.length < command.min || positionals.length > command.max)
      return { kind: 'wrong', problem: `${command.name} takes ${counted(command)}`, text }
    const given = values as Readonly<Record<string, string | boolean | undefined>>
    return {
      kind: 'run',
      command,
      given: {
        words: positionals,
        flag: (name) => given[name] === true,
        text: (name) => (typeof given[name] === 'string' ? given[name] : undefined),
      },
    }
  } catch (error) {
    // What Node says names the option, never its value.
    const problem = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    return { kind: 'wrong', problem, text }
  }
}

function counted({ min, max, takes }: CliCommand): string {
  if (max === 0) return 'no words after it, only options'
  return `${min === max ? min : `${min} to ${max}`} ${max === 1 ? 'word' : 'words'} after it: ${takes}`
}

function usage({ name, takes }: CliCommand) {
  return `npm run ekran -- ${name} ${takes}`.trimEnd()
}

function groupHelp(ofGroup: readonly CliCommand[]): string {
  const width = Math.max(...ofGroup.map((command) => usage(command).length))
  return [
    ...ofGroup.map((command) => `  ${usage(command).padEnd(width)}   ${command.does}`),
    '',
    'Add --help to any of them for more and for examples.',
  ].join('\n')
}

/** A line for each command, for the list of all. */
export function commandLines(): string {
  const width = Math.max(...commands.map((command) => usage(command).length))
  return commands.map((command) => `  ${usage(command).padEnd(width)}   ${command.does}`).join('\n')
}
