/** Sends a picture piece by piece; the last piece makes a picture of it, or refuses it. */
import { type PictureEndpoint, maxPicturePieceBytes } from '#contract/console/pictures.ts'
import { base64Of } from '#console/session/base64.ts'
import { call } from '#console/session/call.ts'

export interface UploadedPicture {
  readonly picture: string
  readonly image: string
}

/** A piece that does not fit is sent again from where the server is; this bounds how often. */
const maxPiecesTwice = 5

/** Rejects with the reason when the picture is refused or the connection is lost. */
export async function uploadPicture(
  endpoint: PictureEndpoint,
  file: File,
  { onProgress, signal }: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
): Promise<UploadedPicture | undefined> {
  const upload = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  let [sent, again] = [0, 0]
  while (again < maxPiecesTwice) {
    const piece = new Uint8Array(await file.slice(sent, sent + maxPicturePieceBytes).arrayBuffer())
    const input = { upload, size_bytes: file.size, begins_at: sent, bytes: base64Of(piece) }
    const { received_bytes: received, picture, image } = await call(endpoint, input, { signal })
    if (picture !== '') return { picture, image }
    if (received <= sent) again += 1
    sent = received
    onProgress(sent / file.size)
  }
  return undefined
}
