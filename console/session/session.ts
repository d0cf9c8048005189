/** Who is logged in, how far, and what they may do. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { consoleEntry } from '#contract/console/entry.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { Level, Section } from '#contract/form/permissions.ts'
import { call } from './call.ts'
import { useLanguage } from './preferences.ts'
import { keyOf } from './queries.ts'

export type SessionState = ResponseOf<typeof consoleEntry.session>
export type StaffSelf = NonNullable<SessionState['staff']>

const key = keyOf(consoleEntry.session, {})

function readState({ signal }: { readonly signal: AbortSignal }): Promise<SessionState> {
  return call(consoleEntry.session, {}, { isGuarded: false, signal })
}

/** The state of the login, read from the server. */
export function useSessionState() {
  return useQuery({
    queryKey: key,
    queryFn: readState,
    staleTime: 60_000,
    // A session that ends is noticed at the next request, with a dialog over the page; a refetch would take the page away.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Reads the state again, after a step of the login. Returns it. */
export function useSessionRefresh(): () => Promise<SessionState> {
  const client = useQueryClient()
  return () => readSession(client)
}

async function readSession(client: QueryClient): Promise<SessionState> {
  const state = await call(consoleEntry.session, {}, { isGuarded: false })
  client.setQueryData(key, state)
  return state
}

/** Takes the state of a login that is complete, and nothing that another person has read before. */
export function enterAs(client: QueryClient, state: SessionState): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== consoleEntry.session.path })
  client.setQueryData(key, state)
}

/** What the service is called, in the language of the console; English has no name of its own. */
export function useServiceName(): string {
  // Read elsewhere; here it is not requested.
  const { data } = useQuery({ queryKey: key, queryFn: readState, enabled: false })
  const language = useLanguage()
  return data?.service[language === 'uz' ? 'uz' : 'ru'] ?? 'Ekran'
}

export interface LoggedIn {
  readonly staff: StaffSelf
  readonly permissions: readonly string[]
  /** The first run was not ended, and the role may see it. */
  readonly isFirstRun: boolean
}

export const LoggedInContext = createContext<LoggedIn | undefined>(undefined)

/** The member of staff at the console. Only below the shell, which shows nothing before the login is complete. */
export function useLoggedIn(): LoggedIn {
  const value = useContext(LoggedInContext)
  if (value === undefined) throw new Error('useLoggedIn is used outside the shell')
  return value
}

/** `may('staff', 'act')`, for the role of the person at the console. */
export function useMay(): (section: Section, level: Level) => boolean {
  const { permissions } = useLoggedIn()
  return (section, level) => permissions.includes(`${section}.${level}`)
}
