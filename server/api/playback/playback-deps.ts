import { regionOf, type ApiContext, type Uses } from '#server/api/context/api-context.ts'
import type { Asker, PlaybackDeps } from '#server/playback/playback.ts'
import type { Call } from '#server/platform/http/endpoints/bind-contract.ts'

export type PlaybackContext = Pick<ApiContext, 'accounts' | 'catalogue' | 'entitlement' | 'television'> &
  Uses<{
    clock: 'nowMs'
    engine: 'describeAsset' | 'hasRecording'
    secrets: 'ticketSecrets'
    settings: 'EKRAN_ENCRYPT' | 'EKRAN_TICKET_SECONDS'
    streams: 'begin'
  }>

/** What the use cases of playback work with. `ticketSec`: how long an address stays good; default as the settings say. */
export function playbackDeps(
  api: PlaybackContext,
  ticketSec: number = api.settings.EKRAN_TICKET_SECONDS,
): PlaybackDeps {
  return {
    ...api,
    streamWords: api,
    ticketSecret: api.secrets.ticketSecrets[0] ?? '',
    ticketSec,
    mediaOrigin: '',
    encryptsFilms: api.settings.EKRAN_ENCRYPT,
  }
}

/** Who asks for an address, and from where. */
export function askerOf<Who extends Call['viewer']>(
  call: Pick<Call<Who>, 'viewer' | 'audience' | 'language'>,
): Asker & { readonly viewer: Who } {
  return { viewer: call.viewer, region: regionOf(call), language: call.language }
}
