/** Data of the console's endpoints in components: read with `useCall`, changed with `useAct`. */
import {
  QueryClient,
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { CallError } from './call-error.ts'
import { type CallOptions, call } from './call.ts'

/** A refusal stays one when it is asked again; a lost connection may come back. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof CallError && ['network', 'busy'].includes(error.failure)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: isWorthRetrying, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
}

/** The key of a response in the cache; without `input`, of all responses of the endpoint. */
export function keyOf(endpoint: ConsoleEndpoint, input?: object): readonly unknown[] {
  return input === undefined ? [endpoint.path] : [endpoint.path, input]
}

/** Reads an endpoint and keeps its response fresh. */
export function useCall<E extends ConsoleEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  { isEnabled = true, ...options }: { readonly isEnabled?: boolean } & CallOptions = {},
): UseQueryResult<ResponseOf<E>, Error> {
  return useQuery({
    queryKey: keyOf(endpoint, input as object),
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
    enabled: isEnabled,
  })
}

export interface ActOptions<E extends ConsoleEndpoint> extends Pick<CallOptions, 'isGuarded' | 'limitMs'> {
  /** Endpoints whose responses are different after it. */
  readonly changes?: readonly ConsoleEndpoint[]
  readonly onDone?: (data: ResponseOf<E>, input: InputOf<E>) => void
  readonly onFailed?: (error: Error) => void
}

/** A request that changes something; what was read before is read again where it may be different now. */
export function useAct<E extends ConsoleEndpoint>(
  endpoint: E,
  { changes = [], onDone, onFailed, isGuarded, limitMs }: ActOptions<E> = {},
): UseMutationResult<ResponseOf<E>, Error, InputOf<E>> {
  return useMutation<ResponseOf<E>, Error, InputOf<E>>({
    mutationFn: (input) =>
      call(endpoint, input, {
        ...(isGuarded === undefined ? {} : { isGuarded }),
        ...(limitMs === undefined ? {} : { limitMs }),
      }),
    onSuccess: async (data, input, _result, { client }) => {
      onDone?.(data, input)
      await Promise.all(changes.map((changed) => client.invalidateQueries({ queryKey: keyOf(changed) })))
    },
    ...(onFailed === undefined ? {} : { onError: onFailed }),
  })
}
