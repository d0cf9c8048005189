import { begin, maxOpen, type Asking, type TvLoginStarted } from './begin.ts'
import { decide, look, type Decided, type Decision, type Looked, type Person } from './decide.ts'
import type { TvLoginDeps, TvLoginOptions } from './deps.ts'
import { poll, type PollResponse, type Polling } from './poll.ts'

/** The module, created. Only rate limit counters are kept in memory, so any process may serve any request. */
export interface TvLogin {
  begin(asking: Asking): Promise<TvLoginStarted>
  poll(polling: Polling): Promise<PollResponse>
  look(person: Person): Promise<Looked>
  decide(decision: Decision): Promise<Decided>
}

export function openTvLogin(options: TvLoginOptions): TvLogin {
  const deps: TvLoginDeps = {
    ...options,
    maxOpen: options.maxOpen ?? maxOpen,
  }
  return {
    begin: (asking) => begin(deps, asking),
    poll: (polling) => poll(deps, polling),
    look: (person) => look(deps, person),
    decide: (decision) => decide(deps, decision),
  }
}
