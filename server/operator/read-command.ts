import { parseArgs } from 'node:util'
import type { HelpTopic } from './cli-help.ts'

/** A command line, understood. */
export type Command =
  | { readonly kind: 'help'; readonly topic: HelpTopic }
  | { readonly kind: 'wrong'; readonly problem: string; readonly topic: HelpTopic }
  | { readonly kind: 'status' }
  | {
      readonly kind: 'channels'
      readonly file: string
      readonly record: boolean
      readonly base?: string
      readonly all: boolean
    }
  | {
      readonly kind: 'guide'
      readonly source: string
      readonly zoneOffsetMin: number
      readonly shiftDays: number
      readonly allowLocal: boolean
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
  again: { type: 'boolean' },
  'no-wait': { type: 'boolean' },
} as const

const allowed: Record<HelpTopic, readonly (keyof typeof options)[]> = {
  all: ['help'],
  status: ['help'],
  'import channels': ['help', 'all', 'record', 'base'],
  'import guide': ['help', 'all', 'zone', 'shift-days', 'allow-local'],
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
  const zoneOffsetMin = zoneOf(values.zone ?? '+00:00')
  if (zoneOffsetMin === undefined)
    return { kind: 'wrong', problem: `--zone ${values.zone} is not like +05:00`, topic }
  const shiftDays = Number(values['shift-days'] ?? '0')
  if (!Number.isInteger(shiftDays) || Math.abs(shiftDays) > 20_000) {
    return { kind: 'wrong', problem: `--shift-days ${values['shift-days']} is not a number of days`, topic }
  }
  return {
    kind: 'guide',
    source: target,
    zoneOffsetMin,
    shiftDays,
    allowLocal: values['allow-local'] === true,
    all,
  }
}

function zoneOf(text: string): number | undefined {
  const [, sign, hours = '', minutes = '0'] = /^([+-]?)(\d{1,2})(?::?(\d{2}))?$/.exec(text) ?? []
  if (sign === undefined) return undefined
  const offset = Number(hours) * 60 + Number(minutes)
  return offset > 14 * 60 ? undefined : sign === '-' ? -offset : offset
}
