/** Sends a file piece by piece; a piece that failed is sent again, from where the server is. */
import { consoleImports, maxPieceBytes } from '#contract/console/imports.ts'
import { base64Of } from '#console/session/base64.ts'
import { CallError } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'

const maxFailuresInRow = 5
const pauseMs = 1500
const maxNameCharacters = 200

export interface UploadOptions {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Returns the number of the draft; rejects when the connection does not come back, or when it is aborted. */
export async function uploadList(file: File, { onProgress, signal }: UploadOptions): Promise<number> {
  const { draft_id: draftId } = await call(
    consoleImports.start,
    { name: file.name.slice(0, maxNameCharacters), size_bytes: file.size },
    { signal },
  )
  let sent = 0
  let failures = 0
  while (sent < file.size) {
    const piece = new Uint8Array(await file.slice(sent, sent + maxPieceBytes).arrayBuffer())
    try {
      const input = { draft_id: draftId, begins_at: sent, bytes: base64Of(piece) }
      const { received_bytes: received } = await call(consoleImports.append, input, { signal })
      // A piece that was left out again and again: the comparison says that the file is not complete.
      failures = received > sent ? 0 : failures + 1
      if (failures >= maxFailuresInRow) return draftId
      sent = received
    } catch (error) {
      const isLost = error instanceof CallError && ['network', 'busy'].includes(error.failure)
      failures += 1
      if (!isLost || failures >= maxFailuresInRow) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    onProgress(sent / file.size)
  }
  return draftId
}
