/** Checks whether a source that failed repeatedly is reachable, at a hundredth of the cost of starting ffmpeg. */
import { access } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { isIcyAnswer } from '#media/network/icy-connection.ts'
import type { LiveSource } from '#media/recorder/ingest/live-source.ts'
import { whyUnreachable } from '#media/recorder/ingest/unreachable-reason.ts'

const limitMs = 3000

/** Undefined when it may be reachable; else the reason as text. Never rejects. */
export async function probeLiveSource(source: LiveSource, signal: AbortSignal): Promise<string | undefined> {
  try {
    if (source.kind === 'http-ts' || source.kind === 'hls' || source.kind === 'dash')
      return await ask(source, signal)
    if (source.kind === 'rtmp' && !/0\.0\.0\.0|[?&]listen=1/.test(source.url))
      return await reach(source.url, signal)
    if (source.kind === 'file-loop') await access(pathOf(source.url))
    return undefined
  } catch (error) {
    if (!(error instanceof Error)) return String(error)
    return isIcyAnswer(error) ? undefined : whyUnreachable(error)
  }
}

function pathOf(url: string): string {
  return url.startsWith('file://') ? decodeURIComponent(new URL(url).pathname) : url
}

function ask(source: LiveSource, signal: AbortSignal): Promise<string | undefined> {
  const request = source.url.startsWith('https:') ? httpsRequest : httpRequest
  const headers = {
    'user-agent': source.userAgent ?? 'Lavf',
    ...(source.referer === undefined ? {} : { referer: source.referer }),
  }
  return new Promise((resolve, reject) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
    const outgoing = request(source.url, { headers, signal: limited }, (response) => {
      const { statusCode = 0 } = response
      response.destroy()
      resolve(statusCode >= 400 ? `it answers ${statusCode}` : undefined)
    })
    outgoing.on('error', reject).end()
  })
}

function reach(url: string, signal: AbortSignal): Promise<undefined> {
  const { hostname, port, protocol } = new URL(url)
  const defaultValue = protocol === 'rtmps:' ? 443 : 1935
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: port === '' ? defaultValue : Number(port), signal })
    socket.setTimeout(limitMs, () => socket.destroy(new Error('it does not answer')))
    socket.once('connect', () => {
      socket.destroy()
      resolve(undefined)
    })
    socket.once('error', reject)
  })
}
