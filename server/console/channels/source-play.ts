/** A source of a channel as it is at the moment, for the staff: also one that nobody records. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { playSource, sourcePreviewRoot } from '#contract/console/channel-parts.ts'
import type { consoleChannels } from '#contract/console/channels.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { recordedSource } from '#server/monitoring/monitoring.ts'
import { staffAddress } from '#server/playback/playback.ts'
import type { ClientAddress } from '#server/platform/http/client/client-address.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import { consoleHeaders, endpointHeaders } from '#server/platform/http/endpoints/security-headers.ts'
import type { AdmitStaff } from '#server/platform/http/endpoints/staff-admission.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { type SourcePreviewer, loadStaffChannel } from '#server/television/television.ts'
import type { PlayChannelDeps } from './play-handler.ts'

export interface PlaySourceDeps extends PlayChannelDeps {
  readonly engine: PlayChannelDeps['engine'] & SourcePreviewer
}

/** The pages of the console wait for 40 s. */
const limitMs = 35_000
/** Nothing plays of a recording to which nothing came for so long. */
const recentMs = 60_000

/** The source from which the channel is recorded is not opened again: many accept one reader only. */
export function playSourceHandlers(
  deps: PlaySourceDeps,
): ConsoleHandlers<typeof consoleChannels, 'playSource'> {
  const { db, clock, engine, secrets } = deps
  return {
    playSource: async ({ cid, index }, { staff, signal }) => {
      const details = await loadStaffChannel(db, cid)
      if (details === undefined) return reject('channel_not_found')
      if (details.channel.sourceKind !== 'recorded') return reject('source_of_linear')
      const source = details.sources[index]
      if (source === undefined) return reject('source_not_found')
      const [channelId, nowMs] = [String(cid), clock.nowMs()]
      const isRecorded = (await recordedSource(db, cid, nowMs)) === index
      if (isRecorded && engine.hasRecording(channelId, nowMs - recentMs, nowMs)) {
        const signing = { ticketSecret: secrets.ticketSecrets[0] ?? '', nowMs }
        const { url, expiresAtMs } = staffAddress(signing, { kind: 'live', channelId }, false)
        return respond({ url, expires_at: Math.floor(expiresAtMs / 1000), is_recorded: true, words: '' })
      }
      const { protocol, url: address, userAgent, referer } = source
      const outcome = await engine.previewSource(
        {
          owner: String(staff.staffId),
          key: `${cid} ${index} ${address}`,
          source: {
            ...{ url: address, kind: protocol },
            ...(userAgent === undefined ? {} : { userAgent }),
            ...(referer === undefined ? {} : { referer }),
          },
        },
        AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      )
      if (outcome.kind === 'full') return reject('previews_full', { values: { limit: outcome.limit } })
      if (outcome.kind === 'reserved') return reject('preview_reserved')
      if (outcome.kind === 'failed')
        return respond({ url: '', expires_at: 0, is_recorded: false, words: outcome.words })
      return respond({
        url: `${sourcePreviewRoot}${outcome.id}/master.m3u8`,
        expires_at: Math.floor(outcome.endsAtMs / 1000),
        is_recorded: false,
        words: '',
      })
    },
  }
}

export interface PreviewMountDeps {
  readonly engine: SourcePreviewer
  readonly admitStaff: AdmitStaff
  readonly clientAddress: ClientAddress
  readonly publicUrl: string | undefined
}

/** Serves running previews under `sourcePreviewRoot`, each to the member of staff who opened it. */
export function sourcePreviewMount(deps: PreviewMountDeps): Mount {
  return {
    prefix: sourcePreviewRoot,
    handle: async (request, response) => {
      const file = await fileOf(deps, request)
      send(request, response, file)
      return true
    },
  }
}

async function fileOf(deps: PreviewMountDeps, request: IncomingMessage) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const path = (request.url ?? '').split('?', 1)[0]?.slice(sourcePreviewRoot.length) ?? ''
  const [, id, name] = /^([\da-f]{32})\/([\w.]{1,40})$/.exec(path) ?? []
  if (id === undefined || name === undefined) return undefined
  const facts = { isSecure: isSecureRequest(deps, request), clientAddress: deps.clientAddress(request) }
  const admitted = await deps.admitStaff(playSource, request, facts)
  if (admitted.kind === 'refused' || admitted.staff === undefined) return undefined
  return deps.engine.readPreview(String(admitted.staff.staffId), id, name)
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: ReturnType<SourcePreviewer['readPreview']>,
): void {
  const {
    'access-control-allow-origin': _,
    'access-control-expose-headers': _exposed,
    ...own
  } = endpointHeaders
  response.removeHeader('access-control-allow-origin')
  const headers = { ...own, ...consoleHeaders, 'cache-control': 'no-store' }
  if (file === undefined) {
    response.writeHead(404, headers).end()
    return
  }
  response.writeHead(200, { ...headers, 'content-type': file.type, 'content-length': file.bytes.length })
  response.end(request.method === 'HEAD' ? undefined : file.bytes)
}
