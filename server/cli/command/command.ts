import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Environment } from '#server/platform/settings/services/live-settings.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** Writes lines; on a terminal the last one can be overwritten. */
export interface Screen {
  line(text: string): void
  /** Replaces the last line on a terminal; otherwise prints nothing. */
  status(text: string): void
}

/** The tools of every command. */
export interface CommandTools {
  /** Those of the environment; `Services.settings` also has the outside services that are stored. */
  readonly settings: Settings
  /** Absent: an empty one. */
  readonly environment?: Environment
  readonly log: Log
  readonly screen: Screen
  readonly signal: AbortSignal
}

/** The words after the command's own ones. */
export interface CommandInput {
  readonly words: readonly string[]
  /** `--again` */
  flag(name: string): boolean
  /** `--days 7`, or undefined when absent. */
  text(name: string): string | undefined
}

/** The result of a command. */
export type Outcome =
  | { readonly kind: 'done'; readonly lines: readonly string[] }
  /** Nothing was changed, for this reason: a sentence without its full stop. */
  | { readonly kind: 'refused'; readonly why: string }
  /** It completed and found a problem. */
  | { readonly kind: 'bad'; readonly lines: readonly string[] }

/** A command of two words, such as `network import`, of one, `notify`, or of three, `releases switch add`. */
export interface CliCommand {
  readonly name: string
  /** For the list of commands: the text after the name, and what it does. */
  readonly usage: string
  readonly summary: string
  /** Details, and examples. */
  readonly help: string
  readonly options?: Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>
  /** How many words it takes. */
  readonly min: number
  readonly max: number
  /** The error in the words and options themselves, without its full stop; checked before anything is opened. */
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

/** External text, safe on a terminal: control characters could move its cursor or rename its window. */
export function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 200)
}

/** `2026-11-21 08:09 Tashkent`: commands print and, by default, read all times in this zone. */
export function moment(ms: number): string {
  return `${new Date(ms + tashkentOffsetMs).toISOString().slice(0, 16).replace('T', ' ')} Tashkent`
}

/** The moment of `2026-11-21T20:00`, in Tashkent's time unless it names another zone; unix milliseconds. */
export function momentIn(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?$/.exec(text)
  if (match === null || !isCalendarDay(text)) return undefined
  const ms = Date.parse(`${match[1]}T${match[2]}${match[3] ?? '+05:00'}`)
  return Number.isNaN(ms) ? undefined : ms
}

/** In the form that `momentIn` reads, with seconds if it has any. */
export function localMoment(ms: number): string {
  return new Date(ms + tashkentOffsetMs)
    .toISOString()
    .replace(/:00\.000Z$/, '')
    .replace(/\.\d{3}Z$/, '')
}
