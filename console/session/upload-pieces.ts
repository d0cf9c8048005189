/** Sends a file piece by piece; a piece that failed is sent again, from where the server is. */
import { maxPieceBytes } from '#contract/console/imports.ts'
import { base64Of } from './base64.ts'
import { CallError } from './call-error.ts'

const maxFailuresInRow = 5
const pauseMs = 1500

export interface UploadOptions {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * `append` sends the piece that begins at `at`, in base64, and resolves to how much the server has. Ends when all of it
 * is there, or when the server takes no more; rejects when the connection does not come back, or when it is aborted.
 */
export async function uploadPieces(
  file: File,
  append: (at: number, bytes: string) => Promise<number>,
  { onProgress, signal }: UploadOptions,
): Promise<void> {
  let sent = 0
  let failures = 0
  while (sent < file.size) {
    signal.throwIfAborted()
    const piece = new Uint8Array(await file.slice(sent, sent + maxPieceBytes).arrayBuffer())
    try {
      const received = await append(sent, base64Of(piece))
      // A piece that was left out again and again: the comparison says that the file is not complete.
      failures = received > sent ? 0 : failures + 1
      if (failures >= maxFailuresInRow) return
      sent = received
    } catch (error) {
      const isLost = error instanceof CallError && ['network', 'busy'].includes(error.failure)
      failures += 1
      if (!isLost || failures >= maxFailuresInRow) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    onProgress(sent / file.size)
  }
}
