import { findMediaBinaries, MissingProgram, type MediaBinaries } from '#media/media.ts'
import { DataFolderInUse } from '#server/platform/installation/data-lock.ts'
import { KeyRefused } from '#server/platform/installation/installation-key.ts'
import { MediaInUse } from '#server/channel-leases/channel-leases.ts'
import { OtherSecrets } from '#server/platform/installation/installation.ts'
import { ClockDiffers } from '#server/platform/database/clock-difference.ts'
import { MigrationError } from '#server/platform/database/migrate.ts'
import { NoEmbeddedPostgres } from '#server/platform/postgres/binaries.ts'
import { PushKeyRefused } from '#server/push/push.ts'
import { withoutSecrets } from '#server/platform/log/redact.ts'

/** The start failed for a reason that the operator can fix; the message says how. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

const sentences = [
  StartRefused,
  OtherSecrets,
  KeyRefused,
  MediaInUse,
  ClockDiffers,
  DataFolderInUse,
  MigrationError,
  NoEmbeddedPostgres,
  PushKeyRefused,
]

/** ffmpeg and ffprobe of the settings, else of the installed packages, else of the PATH. */
export function programsOf(text: {
  readonly ffmpeg: string | undefined
  readonly ffprobe: string | undefined
}): MediaBinaries {
  try {
    return findMediaBinaries({ ffmpegPath: text.ffmpeg, ffprobePath: text.ffprobe })
  } catch (error) {
    if (!(error instanceof MissingProgram)) throw error
    const setting = error.program === 'ffmpeg' ? 'EKRAN_FFMPEG' : 'EKRAN_FFPROBE'
    throw new StartRefused(`${error.message}. Install one and name it: ${setting}=/usr/bin/${error.program}`)
  }
}

const databaseTrouble: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host cannot be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'it does not answer',
  '28P01': 'the password is wrong',
  '28000': 'this user may not log in',
  '3D000': 'there is no such database',
  '42501': 'this user may not make tables there',
  '57P03': 'it is only just starting',
}

/**
 * The operator's own database refuses or does not respond: reported without its address, which may contain a
 * password.
 */
export function databaseRefused(error: unknown): unknown {
  const why = databaseTrouble[codeOf(error)]
  return why === undefined
    ? error
    : new StartRefused(`The database of DATABASE_URL cannot be used: ${why}. Correct it, or leave it out.`)
}

const folderTrouble: Readonly<Record<string, string>> = {
  EACCES: 'this user has no rights to it',
  EPERM: 'this user has no rights to it',
  EROFS: 'it lies where nothing can be written',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
}

/** The data folder cannot be created or written to. */
export function folderRefused(error: unknown, dir: string): unknown {
  const why = folderTrouble[codeOf(error)]
  return why === undefined
    ? error
    : new StartRefused(`The data folder ${dir} cannot be used: ${why}. Correct that, or set EKRAN_DATA.`)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** What is printed when a start fails: one sentence for a known cause, the whole error otherwise. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return `Ekran was not started: ${withoutSecrets(String(error))}`
  const isExpectedFailure = sentences.some((kind) => error instanceof kind)
  return `Ekran was not started.\n  ${withoutSecrets(isExpectedFailure ? error.message : (error.stack ?? error.message))}`
}

/** A port already in use, reported with the remedy. */
export function portTaken(port: number): StartRefused {
  return new StartRefused(
    `Port ${port} is taken by another program. Stop it, or choose another port: EKRAN_PORT=${port + 1} npm start`,
  )
}
