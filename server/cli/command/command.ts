import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** Writes lines; on a terminal the last one is written over. */
export interface Screen {
  line(text: string): void
  /** Replaces the line before, where that can be done; otherwise says nothing. */
  status(text: string): void
}

/** What every command works with. */
export interface CommandTools {
  readonly settings: Settings
  readonly log: Log
  readonly screen: Screen
  readonly signal: AbortSignal
}

/** What was said after the command's own words. */
export interface CommandInput {
  readonly words: readonly string[]
  /** `--again` */
  flag(name: string): boolean
  /** `--days 7`, or undefined when it was left out. */
  text(name: string): string | undefined
}

/** What a command came to. */
export type Outcome =
  | { readonly kind: 'done'; readonly lines: readonly string[] }
  /** Nothing was changed, and this is why: a sentence without its full stop. */
  | { readonly kind: 'refused'; readonly why: string }
  /** It did its work and found something wrong. */
  | { readonly kind: 'bad'; readonly lines: readonly string[] }

/** A command of two words, such as `network import`, of one, `notify`, or of three, `releases switch add`. */
export interface CliCommand {
  readonly name: string
  /** For the list of commands: what is written after the name, and what it does. */
  readonly usage: string
  readonly summary: string
  /** More of it, and examples. */
  readonly help: string
  readonly options?: Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>
  /** How many words it takes. */
  readonly min: number
  readonly max: number
  /** What is wrong with the words and options themselves, without its full stop; asked before anything is opened. */
  problem?(input: CommandInput): string | undefined
  run(input: CommandInput, tools: CommandTools): Promise<Outcome>
}

export function done(...lines: readonly string[]): Outcome {
  return { kind: 'done', lines }
}

export function refused(why: string): Outcome {
  return { kind: 'refused', why }
}

/** `1 prefix`, `2 prefixes`. */
export function amount(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}

/** Somebody else's words, safe on a terminal: control characters could move its cursor or rename its window. */
export function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 200)
}

/** `2026-11-21 08:09 Tashkent`: commands print and, by default, read all times in this zone. */
export function moment(ms: number): string {
  return `${new Date(ms + tashkentOffsetMs).toISOString().slice(0, 16).replace('T', ' ')} Tashkent`
}
