import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Checks the `postmaster.pid` of a former server. A file whose process is gone, or whose number now belongs to
 * another program, is removed; a server that outlived its parent (a system without `setpriv`) is told to shut down.
 * The caller holds the data folder's lock, so no other start of ours can own it.
 */
export async function clearFormerServer(dir: string): Promise<void> {
  const pidFile = join(dir, 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8').catch(() => undefined)
  const pid = Number.parseInt(text ?? '', 10)
  // Without /proc processes cannot be identified; PostgreSQL's own check has to suffice.
  if (!(pid > 0) || process.platform !== 'linux') return
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const isFormerServer = commandLine.includes('postgres') && commandLine.split('\0').includes(dir)
  if (!isFormerServer) await rm(pidFile, { force: true })
  else process.kill(pid, 'SIGINT')
}
