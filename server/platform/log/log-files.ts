/** The log beside standard error: files of JSON lines in the data folder, so many and so large at most. */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

/** In the data folder. */
export const logFolder = 'logs'
/** Of one process: the current file and the former ones. */
const filesOfProcess = 8

export interface LogFiles {
  /** From now on lines are written to files of this name: `api.jsonl`, `api.1.jsonl`, … */
  open(dataDir: string, name: string): void
  /** One finished line without its newline. Never throws: a full disk must not stop the service. */
  write(line: string): void
  close(): void
}

/** After a failed one, the next attempt to open a file is made no earlier. */
const pauseMs = 1000

/** `maxBytes`: of all files of this process together; 0 writes none. */
export function createLogFiles(maxBytes: number, nowMs: () => number = () => performance.now()): LogFiles {
  const fileBytes = Math.floor(maxBytes / filesOfProcess)
  let place: { readonly dir: string; readonly name: string } | undefined
  let current: { readonly fd: number; bytes: number } | undefined
  let openedMs = Number.NEGATIVE_INFINITY
  const openFile = ({ dir, name }: NonNullable<typeof place>) => {
    openedMs = nowMs()
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const fd = openSync(join(dir, `${name}.jsonl`), 'a', 0o600)
    current = { fd, bytes: fstatSync(fd).size }
    return current
  }
  const close = () => {
    const fd = current?.fd
    current = undefined
    if (fd !== undefined) closeSync(fd)
  }
  return {
    open: (dataDir, name) => {
      if (fileBytes === 0) return
      const opened = { dir: join(dataDir, logFolder), name }
      place = opened
      quietly(() => openFile(opened))
    },
    write: (line) => {
      const to = place
      if (to === undefined) return
      quietly(() => {
        if (current === undefined && nowMs() - openedMs < pauseMs) return
        let file = current ?? openFile(to)
        const text = Buffer.from(`${line}\n`)
        if (file.bytes > 0 && file.bytes + text.length > fileBytes) {
          close()
          shift(to.dir, to.name)
          file = openFile(to)
        }
        writeSync(file.fd, text)
        file.bytes += text.length
      })
    },
    close: () => {
      place = undefined
      quietly(close)
    },
  }
}

/** The oldest file goes, every other one gets the next number. */
function shift(dir: string, name: string): void {
  const fileOf = (number: number) => join(dir, number === 0 ? `${name}.jsonl` : `${name}.${number}.jsonl`)
  rmSync(fileOf(filesOfProcess - 1), { force: true })
  for (let number = filesOfProcess - 2; number >= 0; number -= 1)
    quietly(() => renameSync(fileOf(number), fileOf(number + 1)))
}

/** Standard error has the line in any case. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // The next line is tried again.
  }
}
