import { films } from '#contract/films/films.ts'
import { useSession } from '#web/session/session.ts'

/** Guests use the open endpoints, subscribers their own (CAT-12). */
export function useFilmCalls() {
  const { token } = useSession()
  return token === null
    ? { list: films.publicList, detail: films.publicDetail }
    : { list: films.list, detail: films.detail }
}
