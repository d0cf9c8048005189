import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunAs, giveTo } from './run-as-user.ts'

/** The kernel's limit for the path of a unix socket, in bytes, without the closing zero. */
const longestSocketPath = 107
const socketName = '/.s.PGSQL.5432'

/**
 * The folder for the server's socket: the database's own folder, which only we may enter, or, when its path is too
 * long for a socket, a temporary folder, named after it and refused if another user created it.
 */
export async function socketDirFor(dir: string, runAs: RunAs): Promise<string> {
  if (Buffer.byteLength(dir + socketName) <= longestSocketPath) return dir
  const uid = process.getuid?.() ?? 0
  const name = `ekran-${uid}-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`
  const socketDir = join(tmpdir().length <= 60 ? tmpdir() : '/tmp', name)
  await mkdir(socketDir, { recursive: true, mode: 0o700 })
  const result = await lstat(socketDir)
  const ours = result.uid === uid || result.uid === runAs.uid
  if (!result.isDirectory() || !ours || (result.mode & 0o077) !== 0) {
    throw new Error(
      `${socketDir} is not ours alone, so the database's socket cannot go there. Remove it, or choose a ` +
        'shorter data folder (EKRAN_DATA).',
    )
  }
  giveTo(runAs, socketDir)
  return socketDir
}
