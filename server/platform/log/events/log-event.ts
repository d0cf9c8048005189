/**
 * The purpose of each level. `debug`: every request and job, for debugging. `info`: changes and their actor. `warn`:
 * something external failed and the service coped. `error`: the service failed its promise; a person has to look.
 */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export interface LogEvent {
  readonly level: LogLevel
  /** What happened, in a sentence or two; fields of the line in backquotes. */
  readonly means: string
  /** What an operator should do; absent when nothing. */
  readonly action?: string
}

/** Events by their names, `module.event_in_snake_case`. */
export type LogEvents = Readonly<Record<string, LogEvent>>
