import { consoleImports } from '#contract/console/imports.ts'
import { call } from '#console/session/call.ts'
import { type UploadOptions, uploadPieces } from '#console/session/upload-pieces.ts'

const maxNameCharacters = 200

/** Returns the number of the draft; rejects when the connection does not come back, or when it is aborted. */
export async function uploadList(file: File, options: UploadOptions): Promise<number> {
  const { signal } = options
  const { draft_id: draftId } = await call(
    consoleImports.start,
    { name: file.name.slice(0, maxNameCharacters), size_bytes: file.size },
    { signal },
  )
  const append = async (at: number, bytes: string) => {
    const input = { draft_id: draftId, begins_at: at, bytes }
    return (await call(consoleImports.append, input, { signal })).received_bytes
  }
  await uploadPieces(file, append, options)
  return draftId
}
