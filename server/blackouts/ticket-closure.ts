/** What the media engine must not serve to the holder of a ticket: looked up in memory for every request. */
import type { Territory } from '#contract/form/blackouts.ts'
import type { Blackouts } from './open-blackouts.ts'
import { deviceGroup } from './rules.ts'

/** What a valid ticket opens: a channel or an asset by its id, for a kind of client. */
interface TicketSubject {
  readonly kind: 'film' | 'download' | 'live' | 'archive'
  readonly id: string
  /** '' when the ticket does not say. */
  readonly client: string
}

interface TicketClosure {
  readonly all: boolean
  readonly times: readonly { readonly fromMs: number; readonly toMs: number }[]
}

/** The kind of client of a ticket that a member of staff got in the console: blackouts are for viewers. */
export const staffClient = 'staff'

const nothing: TicketClosure = { all: false, times: [] }

/** `region`: where the request comes from, read only when it matters. */
export function ticketClosure(
  blackouts: Pick<Blackouts, 'concernsChannel' | 'concernsTitles' | 'ofAsset' | 'ofChannel'>,
  region: () => Territory,
  { kind, id, client }: TicketSubject,
): TicketClosure {
  if (client === staffClient) return nothing
  if (kind === 'live' || kind === 'archive') {
    const cid = Number(id)
    if (!blackouts.concernsChannel(cid)) return nothing
    const { all, times } = blackouts.ofChannel(cid, { region: region(), device: deviceGroup(client) }, kind)
    return { all: all !== undefined, times }
  }
  if (!blackouts.concernsTitles()) return nothing
  const use = kind === 'download' ? 'download' : 'archive'
  const closure = blackouts.ofAsset(id, { region: region(), device: deviceGroup(client) }, use)
  return { all: closure.now !== undefined, times: [] }
}
