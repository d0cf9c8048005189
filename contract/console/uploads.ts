/**
 * Films uploaded from a browser. The list is an endpoint as all others; the bytes come by the tus protocol 1.0 (core,
 * creation, termination; https://tus.io/protocols/resumable-upload), with the console's header and session:
 *
 * - `POST <uploadRoot>` with `Upload-Length` and `Upload-Metadata` (`filename` and `fingerprint`, base64) → 201 with
 *   `Location` and `Upload-Offset`; the same file again continues its upload;
 * - `HEAD <uploadRoot><id>` → `Upload-Offset`, `Upload-Length`;
 * - `PATCH <uploadRoot><id>` with `Upload-Offset` → 204 with the next one; 409 for another offset;
 * - `DELETE <uploadRoot><id>` → 204.
 *
 * A refusal has the status, and the body of an endpoint's: `code`, `failure`, `message`.
 */
import * as z from 'zod/mini'
import { consoleEndpoint, consoleRoot } from './console-endpoint.ts'

export const uploadRoot = `${consoleRoot}/films/upload/`
export const tusVersion = '1.0.0'
/** Of one request. A client sends less where the line is slow: a request must arrive within half a minute. */
export const maxPieceBytes = 32 * 1024 * 1024

export const uploadStates = ['open', 'finishing', 'done', 'refused'] as const

/** What admits a request that brings bytes. */
export const filmUpload = consoleEndpoint({
  method: 'POST',
  path: '/films/upload/',
  permission: { section: 'films', level: 'edit' },
  summary: 'Uploads a film, by the tus protocol',
  input: z.object({}),
  output: z.object({}),
  failures: [
    ...(['upload_no_folder', 'upload_name', 'upload_exists', 'upload_too_large', 'upload_no_room'] as const),
    ...(['upload_not_found', 'upload_wrong_offset', 'upload_not_a_film'] as const),
  ],
})

export const consoleUploads = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/films/uploads',
    permission: { section: 'films', level: 'edit' },
    summary: 'The uploads of the member of staff in the last day, the newest first',
    input: z.object({}),
    output: z.object({
      uploads: z.array(
        z.object({
          upload_id: z.string(),
          name: z.string(),
          size_bytes: z.int(),
          /** How much has arrived. */
          offset: z.int(),
          state: z.enum(uploadStates),
          /** In English; '' unless it was refused. */
          reason: z.string(),
          /** By which the same file is recognised when it is chosen again. */
          fingerprint: z.string(),
          /** Unix seconds. */
          made_at: z.int(),
        }),
      ),
      max_bytes: z.int(),
    }),
  }),
}
