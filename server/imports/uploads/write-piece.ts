import { constants, open } from 'node:fs/promises'

export type PieceWritten =
  /** `offset`: where the next piece begins. Less than all when the sender broke off. */
  | { readonly kind: 'written'; readonly offset: number }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'no_room' }

/** Adds bytes at the end of a file; what came before the sender broke off, or `signal` was aborted, stays. */
export async function writePiece(
  path: string,
  piece: {
    readonly offset: number
    /** The size of the whole file. */
    readonly maxBytes: number
    readonly bytes: AsyncIterable<Uint8Array>
    readonly signal: AbortSignal
  },
): Promise<PieceWritten> {
  const { maxBytes, bytes, signal } = piece
  let { offset } = piece
  const file = await open(path, constants.O_RDWR | constants.O_CREAT)
  try {
    for await (const chunk of bytes) {
      if (signal.aborted) break
      if (offset + chunk.length > maxBytes) return { kind: 'too_large' }
      const failed = await writeAll(chunk, offset)
      if (failed) return { kind: 'no_room' }
      offset += chunk.length
    }
  } catch (error) {
    if (!isBrokenOff(error, signal)) throw error
  } finally {
    await file.close()
  }
  return { kind: 'written', offset }

  async function writeAll(chunk: Uint8Array, at: number): Promise<boolean> {
    try {
      for (let done = 0; done < chunk.length;) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at + done)
        done += bytesWritten
      }
      return false
    } catch (error) {
      if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') return true
      throw error
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** The connection was closed by the other side, or by us for a newer one. */
function isBrokenOff(error: unknown, signal: AbortSignal): boolean {
  return (
    signal.aborted ||
    ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'EPIPE'].includes(String(codeOf(error)))
  )
}
