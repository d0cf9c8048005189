import { parseArgs } from 'node:util'
import type { HelpTopic } from './cli-help.ts'
import { readZone, type Zone } from '#server/imports/imports.ts'

/** A command line, understood. */
export type Command =
  | { readonly kind: 'help'; readonly topic: HelpTopic }
  | { readonly kind: 'wrong'; readonly problem: string; readonly topic: HelpTopic }
  | { readonly kind: 'status' }
  | {
      readonly kind: 'channels'
      readonly file: string
      readonly record: boolean
      /** Adds the guides that the playlist names to the sources. */
      readonly withGuide: boolean
      /** Makes own categories of groups that fit none. */
      readonly ownGroups: boolean
      readonly base?: string
      readonly all: boolean
    }
  | {
      readonly kind: 'guide'
      readonly source: string
      readonly zone: Zone
      readonly shiftDays: number
      readonly allowLocal: boolean
      readonly force: boolean
      /** A file for the list of what matched. */
      readonly report?: string
      readonly all: boolean
    }
  | {
      readonly kind: 'films'
      readonly folder: string
      readonly again: boolean
      readonly wait: boolean
      readonly all: boolean
    }

const options = {
  help: { type: 'boolean', short: 'h' },
  all: { type: 'boolean' },
  record: { type: 'boolean' },
  base: { type: 'string' },
  zone: { type: 'string' },
  'shift-days': { type: 'string' },
  'allow-local': { type: 'boolean' },
  force: { type: 'boolean' },
  'with-guide': { type: 'boolean' },
  groups: { type: 'boolean' },
  report: { type: 'string' },
  again: { type: 'boolean' },
  'no-wait': { type: 'boolean' },
} as const

const allowed: Record<HelpTopic, readonly (keyof typeof options)[]> = {
  all: ['help'],
  status: ['help'],
  'import channels': ['help', 'all', 'record', 'base', 'with-guide', 'groups'],
  'import guide': ['help', 'all', 'zone', 'shift-days', 'allow-local', 'force', 'report'],
  'import films': ['help', 'all', 'again', 'no-wait'],
}

/** Reads the words after `npm run ekran --`. */
export function readCommand(args: readonly string[]): Command {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error)
    return { kind: 'wrong', problem, topic: 'all' }
  }
  const { values, positionals } = parsed
  const topic = topicOf(positionals)
  if (topic === undefined) {
    const problem = `"${positionals.join(' ')}" is not a command`
    return { kind: 'wrong', problem, topic: 'all' }
  }
  if (values.help === true || topic === 'all') return { kind: 'help', topic }
  const foreign = Object.keys(values).find((name) => !allowed[topic].some((own) => own === name))
  if (foreign !== undefined) return { kind: 'wrong', problem: `${topic} does not take --${foreign}`, topic }
  const [, , target, ...rest] = positionals
  if (topic === 'status')
    return positionals.length === 1
      ? { kind: 'status' }
      : { kind: 'wrong', problem: 'status takes nothing more', topic }
  if (target === undefined || target === '')
    return { kind: 'wrong', problem: `${topic} needs to know what to take`, topic }
  if (rest.length > 0) {
    const problem = `${topic} takes one thing at a time, and "${rest[0]}" is one more (put names with spaces in quotes)`
    return { kind: 'wrong', problem, topic }
  }
  return withTarget(topic, target, values)
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
}

function topicOf(positionals: readonly string[]): HelpTopic | undefined {
  const [first, second] = positionals
  if (first === undefined || first === 'help') return 'all'
  if (first === 'status') return 'status'
  if (first !== 'import') return undefined
  if (second === 'channels' || second === 'guide' || second === 'films') return `import ${second}`
  return second === undefined ? 'all' : undefined
}

function withTarget(topic: HelpTopic, target: string, values: ReturnType<typeof parse>['values']): Command {
  const all = values.all === true
  if (topic === 'import channels') {
    const { base } = values
    if (base !== undefined && !URL.canParse(base))
      return { kind: 'wrong', problem: `--base ${base} is not an address`, topic }
    if (/^https?:\/\//.test(target)) {
      return { kind: 'wrong', problem: 'a playlist is taken from a file; download it first', topic }
    }
    return {
      kind: 'channels',
      file: target,
      record: values.record === true,
      withGuide: values['with-guide'] === true,
      ownGroups: values.groups === true,
      all,
      ...(base === undefined ? {} : { base }),
    }
  }
  if (topic === 'import films') {
    return {
      kind: 'films',
      folder: target,
      again: values.again === true,
      wait: values['no-wait'] !== true,
      all,
    }
  }
  const zone = readZone(values.zone ?? '+00:00')
  if (zone === undefined)
    return {
      kind: 'wrong',
      problem: `--zone ${values.zone} is neither like +05:00 nor like Asia/Tashkent`,
      topic,
    }
  const shiftDays = Number(values['shift-days'] ?? '0')
  if (!Number.isInteger(shiftDays) || Math.abs(shiftDays) > 20_000) {
    return { kind: 'wrong', problem: `--shift-days ${values['shift-days']} is not a number of days`, topic }
  }
  return {
    kind: 'guide',
    source: target,
    zone,
    shiftDays,
    allowLocal: values['allow-local'] === true,
    force: values.force === true,
    ...(values.report === undefined ? {} : { report: values.report }),
    all,
  }
}
