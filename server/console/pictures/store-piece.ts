/** Pictures that are uploaded in the console, piece by piece. */
import type { picturePiece } from '#contract/console/pictures.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { pictureWidths } from '#contract/form/constants.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'
import { type PictureKind, type Pictures, pictureAddress } from '#server/pictures/pictures.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type * as z from 'zod/mini'

export interface PictureDeps {
  readonly pictures: Pick<Pictures, 'append'>
  readonly clock: Clock
}

/** How a picture is shown once it is stored. */
export interface ShownAs {
  readonly kind: PictureKind
  readonly width: (typeof pictureWidths)[number]
}

/** Stores the next piece of a picture of this member of staff; answers with the picture after the last one. */
export async function storePiece(
  { pictures, clock }: PictureDeps,
  { kind, width }: ShownAs,
  input: z.output<(typeof picturePiece)['input']>,
  { staff }: ConsoleCall,
) {
  const { upload, size_bytes: sizeBytes, begins_at: beginsAt } = input
  const bytes = Buffer.from(input.bytes, 'base64')
  const piece = { key: `${staff.staffId} ${upload}`, sizeBytes, beginsAt, bytes }
  const stored = await pictures.append(piece, clock.nowMs())
  switch (stored.kind) {
    case 'partial':
      return respond({ received_bytes: stored.receivedBytes, picture: '', image: '' })
    case 'refused':
      return reject('picture_refused')
    case 'stored':
      return respond({
        received_bytes: sizeBytes,
        picture: stored.version,
        image: pictureAddress(kind, 1, stored.version, width),
      })
  }
}
