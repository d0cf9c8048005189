/** Node's own fetch in the form that grammY calls. */
import type { ApiClientOptions } from 'grammy'

type ClientFetch = NonNullable<ApiClientOptions['fetch']>

/** grammY's signal is of another class than Node's, which fetch refuses; its other options are for another library. */
export const nativeFetch: ClientFetch = (async (
  url: string | URL,
  options: {
    readonly method?: string
    readonly headers?: Record<string, string>
    readonly body?: string
    readonly signal?: {
      readonly aborted: boolean
      addEventListener(type: 'abort', listener: () => void): void
    }
  } = {},
) => {
  const ending = new AbortController()
  const { signal, method = 'POST', headers = {}, body } = options
  if (signal?.aborted === true) ending.abort()
  signal?.addEventListener('abort', () => ending.abort())
  return fetch(url, { method, headers, signal: ending.signal, ...(body === undefined ? {} : { body }) })
}) as unknown as ClientFetch
