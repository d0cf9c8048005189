import { pino, type DestinationStream, type Logger } from 'pino'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import type { LogLevel } from './events/log-event.ts'
import type { LogEventOf } from './events/log-events.ts'
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
  /** `json`: one object per line, for machines. `human`: one short line, for a terminal. */
  readonly form: 'json' | 'human'
  /** Receives one finished line without its newline. Default: standard error. */
  readonly write?: (line: string) => void
  /** Receives each line as JSON as well, whatever the form. */
  readonly also?: (line: string) => void
  readonly clock?: Clock
}

/** Writes lines to standard error; JSON except on a terminal. */
export function createLog(options: LogOptions): Log {
  const clock = options.clock ?? systemClock
  const logger = pino(
    {
      level: options.level,
      base: null,
      messageKey: 'event',
      timestamp: () => `,"at":"${new Date(clock.nowMs()).toISOString()}"`,
      // The library's own redaction uses paths; it finds no names at any depth, and no secrets inside a text.
      formatters: { level: (level) => ({ level }), bindings: cleanedFields, log: cleanedFields },
    },
    destinationOf(options),
  )
  return logOver(logger)
}

function logOver(logger: Logger): Log {
  return {
    debug: (event, fields) => logger.debug(fields ?? {}, event),
    info: (event, fields) => logger.info(fields ?? {}, event),
    warn: (event, fields) => logger.warn(fields ?? {}, event),
    error: (event, fields) => logger.error(fields ?? {}, event),
    with: (fields) => logOver(logger.child(fields)),
    isOn: (level) => logger.isLevelEnabled(level),
  }
}

/** Writes synchronously: the last line before a crash is the most important. A closed reader ends nothing. */
function destinationOf(options: LogOptions): DestinationStream {
  const main = mainDestination(options)
  const { also } = options
  if (also === undefined) return main
  return {
    write: (line) => {
      main.write(line)
      also(line.trimEnd())
    },
  }
}

function mainDestination({ form, write }: LogOptions): DestinationStream {
  const stderr = write === undefined ? pino.destination({ dest: 2, sync: true }) : undefined
  if (stderr !== undefined && form === 'json') return stderr
  const put = write ?? ((line: string) => void stderr?.write(`${line}\n`))
  return { write: (line) => put(form === 'json' ? line.trimEnd() : humanLine(line)) }
}

/** A log that drops everything; for tests that check other output. */
export const silentLog: Log = createLog({ level: 'error', form: 'json', write: () => undefined })

/** The default form for standard error: short lines on a terminal, JSON everywhere else. */
export function formForStderr(): 'json' | 'human' {
  return process.stderr.isTTY ? 'human' : 'json'
}

interface Line {
  readonly at: string
  readonly level: string
  readonly event: string
  readonly [fact: string]: unknown
}

/** `12:00:00 WARN channel.source_lost  source=0`, from a line of JSON. */
function humanLine(line: string): string {
  const { at, level, event, ...facts }: Line = JSON.parse(line)
  const clockTime = new Date(at).toTimeString().slice(0, 8)
  const words = Object.entries(facts)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
  const mark = level === 'info' ? '' : `${level.toUpperCase()} `
  return `${clockTime} ${mark}${event}${words === '' ? '' : `  ${words}`}`
}

const deepest = 5
const longestText = 4000

function cleanedFields(fields: object): Record<string, unknown> {
  return cleanedEntries(fields, 0)
}

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value.slice(0, longestText))
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return '[deeper]'
  if (value instanceof Error) return cleanedError(value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString()
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => cleaned(item, depth + 1))
  return cleanedEntries(value, depth)
}

function cleanedEntries(value: object, depth: number): Record<string, unknown> {
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
