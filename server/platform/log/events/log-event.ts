/**
 * What each level is for. `debug`: every request and job, for somebody who is looking for something. `info`: what
 * changed and who asked. `warn`: something outside misbehaved and the service coped. `error`: the service
 * did not do what it promised; a person has to look.
 */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export interface LogEvent {
  readonly level: LogLevel
  /** What happened, in a sentence or two; fields of the line in backquotes. */
  readonly means: string
  /** What an operator does about it; absent when nothing. */
  readonly action?: string
}

/** Events by their names, `module.event_in_snake_case`. */
export type LogEvents = Readonly<Record<string, LogEvent>>
