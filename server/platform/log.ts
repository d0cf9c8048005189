import type { Clock } from './clock.ts'
import { systemClock } from './clock.ts'
import { logLevels, type LogLevel } from './log-events/log-event.ts'
import type { LogEventOf } from './log-events/log-events.ts'
import { isSecretName, withoutSecrets } from './redact.ts'

/** Facts of one event. Values of secret names are hidden, errors become name, message and stack. */
export type LogFields = object

export interface Log {
  debug(event: LogEventOf<'debug'>, fields?: LogFields): void
  info(event: LogEventOf<'info'>, fields?: LogFields): void
  warn(event: LogEventOf<'warn'>, fields?: LogFields): void
  error(event: LogEventOf<'error'>, fields?: LogFields): void
  /** A log that adds `fields` to every line, for example `{ requestId }` or `{ part: 'engine' }`. */
  with(fields: LogFields): Log
  /** True when lines of this level are written; lets a hot path skip building its fields. */
  isOn(level: LogLevel): boolean
}

export interface LogOptions {
  readonly level: LogLevel
  /** `json`: one object a line, for machines. `human`: one short line, for a terminal. */
  readonly form: 'json' | 'human'
  /** Takes one finished line without its newline. Default: standard error. */
  readonly write?: (line: string) => void
  readonly clock?: Clock
}

/** Writes lines to standard error; JSON unless a person is looking (a terminal). */
export function createLog(options: LogOptions): Log {
  const clock = options.clock ?? systemClock
  const write = options.write ?? ((line: string) => void process.stderr.write(`${line}\n`))
  const lowest = logLevels.indexOf(options.level)
  const render = options.form === 'json' ? jsonLine : humanLine

  const make = (bound: LogFields): Log => {
    const at = (level: LogLevel) => (event: string, fields?: LogFields) => {
      if (logLevels.indexOf(level) < lowest) return
      write(render(clock.nowMs(), level, event, { ...bound, ...fields }))
    }
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      with: (fields) => make({ ...bound, ...fields }),
      isOn: (level) => logLevels.indexOf(level) >= lowest,
    }
  }
  return make({})
}

/** A log that keeps nothing; for tests that look elsewhere. */
export const silentLog: Log = createLog({ level: 'error', form: 'json', write: () => undefined })

/** The form standard error wants: short lines on a terminal, JSON everywhere else. */
export function formForStderr(): 'json' | 'human' {
  return process.stderr.isTTY ? 'human' : 'json'
}

function jsonLine(nowMs: number, level: LogLevel, event: string, fields: LogFields): string {
  const facts = cleaned(fields, 0)
  return JSON.stringify({
    at: new Date(nowMs).toISOString(),
    level,
    event: withoutSecrets(event),
    ...(isRecord(facts) ? facts : {}),
  })
}

function humanLine(nowMs: number, level: LogLevel, event: string, fields: LogFields): string {
  const clockTime = new Date(nowMs).toTimeString().slice(0, 8)
  const facts = Object.entries(cleaned(fields, 0) ?? {})
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
  const mark = level === 'info' ? '' : `${level.toUpperCase()} `
  return `${clockTime} ${mark}${withoutSecrets(event)}${facts === '' ? '' : `  ${facts}`}`
}

const deepest = 5
const longestText = 4000

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value.slice(0, longestText))
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return '[deeper]'
  if (value instanceof Error) return cleanedError(value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString()
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => cleaned(item, depth + 1))
  const out: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value)) {
    out[name] = isSecretName(name) && item !== undefined ? '[hidden]' : cleaned(item, depth + 1)
  }
  return out
}

function cleanedError(error: Error, depth: number): unknown {
  return {
    name: error.name,
    message: withoutSecrets(error.message.slice(0, longestText)),
    ...('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
      ? { errorCode: error.code }
      : {}),
    ...(error.stack === undefined ? {} : { stack: withoutSecrets(error.stack.slice(0, longestText)) }),
    ...(error.cause === undefined ? {} : { cause: cleaned(error.cause, depth + 1) }),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
