/** The exit codes of the command line. */
export const exitCodes = {
  done: 0,
  /** Refused, or completed with a problem found. */
  failed: 1,
  /** The command line or the settings are invalid; nothing was started. */
  usage: 2,
  /** Stopped by Ctrl-C or a signal. */
  stopped: 130,
} as const
