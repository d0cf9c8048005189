/** Pictures that are uploaded in the console, piece by piece. */
import * as z from 'zod/mini'
import { whole } from '#contract/form/fields.ts'
import type { ConsoleEndpoint } from './console-endpoint.ts'

/** The largest picture, and its largest piece before base64: a piece fits into a request. */
export const maxPictureBytes = 25 * 1024 * 1024
export const maxPicturePieceBytes = 150 * 1024

/** The version of a stored picture; '' for none. */
export const pictureVersion = z.string().check(z.regex(/^(?:[0-9a-f]{20}(?:-[0-9a-f]{6})?)?$/))
/** Input, output and failures of an endpoint that takes a picture. */
export const picturePiece = {
  input: z.object({
    /** Chosen by the sender for each picture. */
    upload: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    size_bytes: whole(1, maxPictureBytes),
    begins_at: whole(0, maxPictureBytes),
    /** Base64. */
    bytes: z
      .string()
      .check(z.maxLength(Math.ceil(maxPicturePieceBytes / 3) * 4), z.regex(/^[A-Za-z\d+/]*={0,2}$/)),
  }),
  output: z.object({
    received_bytes: z.int(),
    /** The stored picture after the last piece; '' before. */
    picture: z.string(),
    image: z.string(),
  }),
  failures: ['picture_refused'] as const,
}

/** An endpoint that takes a picture. */
export type PictureEndpoint = ConsoleEndpoint<
  (typeof picturePiece)['input'],
  (typeof picturePiece)['output'],
  'picture_refused'
>
