import type { FastifyReply, FastifyRequest } from 'fastify'
import { envelopeOfPath } from '#server/platform/http/endpoints/error-responses.ts'
import { sendFailure } from '#server/platform/http/endpoints/handle-request.ts'
import { languageOf } from '#server/platform/http/endpoints/language.ts'
import { TooManyLookups } from './asset-names.ts'
import type { SharedAssets } from './shared-assets.ts'
import { sendFile } from './site-files.ts'

/** Sends a file of another build; undefined when there is none at `path`, and nothing was sent. */
export async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  assets: Pick<SharedAssets, 'find'> | undefined,
): Promise<FastifyReply | undefined> {
  try {
    const file = await assets?.find(path)
    return file === undefined ? undefined : await sendFile(request, reply, file)
  } catch (error) {
    if (!(error instanceof TooManyLookups)) throw error
    const language = languageOf(undefined, request.headers['accept-language'])
    return sendFailure(reply, envelopeOfPath(request.url), 'busy', language, false, { retryAfterSec: 1 })
  }
}
