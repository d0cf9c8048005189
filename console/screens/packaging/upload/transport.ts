/** Requests of an upload: by XMLHttpRequest, because `fetch` does not say how much of a body was sent. */
import { consoleHeader } from '#contract/console/console-endpoint.ts'
import { tusVersion } from '#contract/console/uploads.ts'
import { languageChoice } from '#console/session/preferences.ts'

export interface UploadRequest {
  readonly method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob
  readonly signal: AbortSignal
  /** Bytes of the body sent so far. */
  readonly onSent?: (bytes: number) => void
}

export interface UploadResponse {
  readonly status: number
  readonly body: string
  header(name: string): string | null
}

/** Undefined when no response came: the line is broken. Rejects with an `AbortError` when `signal` was aborted. */
export type Transport = (request: UploadRequest) => Promise<UploadResponse | undefined>

/** The last piece is answered when the file has been examined. */
const limitMs = 120_000

export const sendByXhr: Transport = ({ method, path, headers = {}, body, signal, onSent }) =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const stop = () => {
      xhr.abort()
      reject(new DOMException('the upload was stopped', 'AbortError'))
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop)
    const end = (response: UploadResponse | undefined) => {
      signal.removeEventListener('abort', stop)
      resolve(response)
    }
    xhr.open(method, path)
    xhr.timeout = limitMs
    const own = { 'tus-resumable': tusVersion, 'accept-language': languageChoice.get(), [consoleHeader]: '1' }
    for (const [name, value] of Object.entries({ ...own, ...headers })) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ loaded }) => onSent?.(loaded))
    xhr.addEventListener('load', () =>
      end({ status: xhr.status, body: xhr.responseText, header: (name) => xhr.getResponseHeader(name) }),
    )
    for (const broken of ['error', 'timeout'] as const) xhr.addEventListener(broken, () => end(undefined))
    xhr.send(body ?? null)
  })
