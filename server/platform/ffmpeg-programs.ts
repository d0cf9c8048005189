import { constants } from 'node:fs'
import { access, chmod } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface FfmpegPrograms {
  readonly ffmpegPath: string
  readonly ffprobePath: string
}

/** No usable ffmpeg; the message says what to do. */
export class NoFfmpeg extends Error {
  override readonly name = 'NoFfmpeg'
}

/** The programs of the settings, else those of the installed packages, each made sure to be runnable. */
export async function ffmpegPrograms(given: {
  readonly ffmpeg: string | undefined
  readonly ffprobe: string | undefined
}): Promise<FfmpegPrograms> {
  const platform = `${process.platform}-${process.arch}`
  return {
    ffmpegPath: await program('EKRAN_FFMPEG', given.ffmpeg, `@ffmpeg-binary/${platform}`, 'ffmpeg'),
    ffprobePath: await program('EKRAN_FFPROBE', given.ffprobe, `@ffprobe-installer/${platform}`, 'ffprobe'),
  }
}

async function program(
  setting: string,
  given: string | undefined,
  packageName: string,
  name: string,
): Promise<string> {
  const path = given ?? installed(packageName, name)
  if (path === undefined) {
    throw new NoFfmpeg(
      `There is no ${name} for this machine (${packageName} is not installed). Install one and name it: ` +
        `${setting}=/usr/bin/${name}`,
    )
  }
  // An installation without scripts leaves the package's program without the right to run.
  if (!(await isRunnable(path))) await chmod(path, 0o755).catch(() => undefined)
  if (await isRunnable(path)) return path
  throw new NoFfmpeg(
    `${path} is missing or may not be run. Correct its rights, or set ${setting} to another.`,
  )
}

function isRunnable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

function installed(packageName: string, name: string): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)), name)
  } catch {
    return undefined
  }
}
