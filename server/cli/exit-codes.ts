/** What the command line ends with. */
export const exitCodes = {
  done: 0,
  /** Refused, or done and something wrong was found. */
  failed: 1,
  /** The command line or the settings cannot be understood; nothing was started. */
  usage: 2,
  /** Stopped by Ctrl-C or a signal. */
  stopped: 130,
} as const
