/** Sends a file piece by piece; a piece that failed is sent again, from where the server is. */
import { consoleImports, maxPieceBytes } from '#contract/console/imports.ts'
import { CallError } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'

const maxFailuresInRow = 5
const pauseMs = 1500

export interface UploadOptions {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Returns the number of the draft; rejects when the connection does not come back, or when it is aborted. */
export async function uploadList(file: File, { onProgress, signal }: UploadOptions): Promise<number> {
  const { draft_id: draftId } = await call(
    consoleImports.start,
    { name: file.name, size_bytes: file.size },
    { signal },
  )
  let sent = 0
  let failures = 0
  while (sent < file.size) {
    const piece = new Uint8Array(await file.slice(sent, sent + maxPieceBytes).arrayBuffer())
    try {
      const input = { draft_id: draftId, begins_at: sent, bytes: base64Of(piece) }
      sent = (await call(consoleImports.append, input, { signal })).received_bytes
      failures = 0
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

const charactersAtOnce = 8192

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += charactersAtOnce)
    binary += String.fromCharCode(...bytes.subarray(at, at + charactersAtOnce))
  return btoa(binary)
}
