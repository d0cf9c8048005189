import { begin, maxOpen, type Asking, type Begun } from './begin.ts'
import { decide, look, type Decided, type Decision, type Looked, type Person } from './decide.ts'
import { createLimits } from './limits.ts'
import type { TvLoginNeeds, TvLoginOptions } from './needs.ts'
import { poll, type PollAnswer, type Polling } from './poll.ts'

/** The room, opened. Nothing is kept in memory but the counts of its limits, so any process may answer any call. */
export interface TvLogin {
  begin(asking: Asking): Promise<Begun>
  poll(polling: Polling): Promise<PollAnswer>
  look(person: Person): Promise<Looked>
  decide(decision: Decision): Promise<Decided>
}

export function openTvLogin(options: TvLoginOptions): TvLogin {
  const needs: TvLoginNeeds = {
    ...options,
    maxOpen: options.maxOpen ?? maxOpen,
    limits: options.limits ?? createLimits(),
  }
  return {
    begin: (asking) => begin(needs, asking),
    poll: (polling) => poll(needs, polling),
    look: (person) => look(needs, person),
    decide: (decision) => decide(needs, decision),
  }
}
