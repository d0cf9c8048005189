/** Why a source sends nothing, as text without its address (system messages would contain it). */
import { refusalOf } from '#media/ffmpeg/process/allowed-input.ts'
import type { FfmpegExit } from '#media/ffmpeg/process/run.ts'
import { withoutAddresses } from '#media/recorder/health/health-history.ts'

const reasonByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the source ended',
  ENOTFOUND: 'its name cannot be resolved',
  EAI_AGAIN: 'its name cannot be resolved',
  ABORT_ERR: 'it does not answer',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to its address',
  ENETUNREACH: 'there is no way to its address',
  ENOENT: 'there is no such file',
  EACCES: 'the file may not be read',
}

export function whyUnreachable(error: NodeJS.ErrnoException): string {
  const { code = '' } = error
  const reason = reasonByCode[code]
  if (reason !== undefined) return reason
  return code === '' ? withoutAddresses(error.message) : `the connection failed (${code})`
}

/** Why a source that should be complete is not. */
export function whyBroken(error: NodeJS.ErrnoException): string {
  return error.code === 'ECONNRESET' ? 'the connection broke before the end' : whyUnreachable(error)
}

/** Why ffmpeg stopped reading a source. `hasStreams`: it had recognised video or audio before. */
export function whyFfmpegEnded(exit: FfmpegExit, hasStreams: boolean): string {
  const refused = refusalOf(exit.lastLines)
  if (refused?.container !== undefined)
    return `it is of the kind ${refused.container}, which is not read here`
  // An unused track may have an unknown codec too: ffmpeg reports it and continues.
  const isMissed = exit.lastLines.some((line) => line.includes('Error while opening decoder'))
  if (refused?.codec !== undefined && isMissed)
    return `it has a track in ${refused.codec}, which is not decoded here`
  const said = exit.lastLines.findLast(
    (line) =>
      !/^\s|^frame=|^\[out#|^Exiting|^Stream|^Output|^Press|^Error (opening|parsing options for) output/.test(
        line,
      ),
  )
  const detail = said ?? `ffmpeg ended with ${exit.code ?? exit.signal}`
  if (exit.lastLines.some((line) => /bind failed|Address already in use/.test(line)))
    return 'another program receives from this address'
  const isMute = !hasStreams && !/Server returned|refused|resolve|No such file/.test(detail)
  return isMute ? `no media was received (${detail})` : detail
}
