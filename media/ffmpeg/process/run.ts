/** Starts ffmpeg with its arguments unchanged, inputs limited to allowed protocols, and its exit as a value. */
import { startChild, type Child, type ChildExit, type ChildOptions } from './child.ts'

export interface FfmpegOptions extends Omit<ChildOptions, 'programPath'> {
  readonly ffmpegPath: string
  /**
   * Protocols an input may use, nested ones included (a playlist may name any address it likes).
   * `file` and `pipe` when absent. Put before every `-i` as `-protocol_whitelist`.
   */
  readonly protocols?: readonly string[]
}

/** A running ffmpeg. `outputs[0]` is `pipe:3`, `outputs[1]` is `pipe:4`, …; each must be read. */
export type FfmpegRun = Child

/** How ffmpeg ended; `code` 0 is success. */
export type FfmpegExit = ChildExit

function withWhitelist(args: readonly string[], protocols: readonly string[]): string[] {
  return args.flatMap((arg) => (arg === '-i' ? ['-protocol_whitelist', protocols.join(','), '-i'] : [arg]))
}

/**
 * Starts ffmpeg with `-hide_banner -nostdin` and the passed arguments.
 * Never throws for a missing program: the exit then has code 127 and the reason in `lastLines`.
 */
export function runFfmpeg(options: FfmpegOptions): FfmpegRun {
  const { ffmpegPath, protocols = ['file', 'pipe'], args, ...rest } = options
  return startChild({
    ...rest,
    programPath: ffmpegPath,
    args: ['-hide_banner', '-nostdin', ...withWhitelist(args, protocols)],
  })
}
