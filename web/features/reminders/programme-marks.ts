/**
 * What a viewer has marked among programmes, as this page has it: a change is shown at once and undone when the server
 * rejects it. Requested once, when the first button is shown.
 */
import type { CallResult } from '#contract/client.ts'
import { createChanges } from '#web/state/create-store.ts'
import { busyMs } from '#web/session/requests/busy.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { currentViewerKey, session } from '#web/session/session.ts'

/** A programme of a channel. */
export interface MarkedProgramme {
  readonly cid: number
  readonly pid: number
  readonly title: string
}

export type Changed =
  | { readonly kind: 'done'; readonly isOn: boolean }
  /** Another press is under way, or the viewer has changed. */
  | { readonly kind: 'overtaken' }
  /** The server's message; empty when it was not reached. */
  | { readonly kind: 'undone'; readonly message: string }

interface MarksOnServer {
  /** The number of the mark of each programme, by `pid`; null when they could not be requested. */
  load(): Promise<ReadonlyMap<number, number> | null>
  /** `pids`: all the programmes that have the mark now. */
  add(
    programme: MarkedProgramme,
  ): Promise<CallResult<{ readonly id: number; readonly pids: readonly number[] }>>
  remove(id: number): Promise<CallResult<unknown>>
}

export interface ProgrammeMarks {
  subscribe(listener: () => void): () => void
  isOn(pid: number): boolean
  load(): Promise<void>
  toggle(programme: MarkedProgramme): Promise<Changed>
  /** Added on another page of this tab. */
  added(pids: readonly number[], id: number): void
  /** Removed on another page of this tab. */
  removed(ids: readonly number[]): void
}

/** 0: pressed, and not answered yet. */
const pressed = 0

/** The marks by `pid`, and what is under way. */
class Marks {
  readonly changes = createChanges()
  readonly busy = new Set<number>()
  /** Changed by presses since the marks were requested: what the server says of these may be older. */
  readonly changed = new Set<number>()
  byPid: ReadonlyMap<number, number> = new Map()

  become(next: ReadonlyMap<number, number>): void {
    this.byPid = next
    this.changes.emit()
  }

  with(pids: readonly number[], id: number): void {
    for (const pid of pids) this.changed.add(pid)
    this.become(new Map([...this.byPid, ...pids.map((pid) => [pid, id] as const)]))
  }

  without(leaves: (pid: number, id: number) => boolean): void {
    const isLeaving = ([pid, id]: readonly [number, number]) => leaves(pid, id)
    for (const [pid] of [...this.byPid].filter(isLeaving)) this.changed.add(pid)
    this.become(new Map([...this.byPid].filter((one) => !isLeaving(one))))
  }

  requested(): void {
    this.changed.clear()
    for (const pid of this.busy) this.changed.add(pid)
  }

  /** What was pressed meanwhile counts. */
  loaded(stored: ReadonlyMap<number, number>): void {
    const isPressed = ([pid]: readonly [number, number]) => this.changed.has(pid)
    this.become(
      new Map([...[...stored].filter((one) => !isPressed(one)), ...[...this.byPid].filter(isPressed)]),
    )
  }
}

export function createProgrammeMarks(server: MarksOnServer): ProgrammeMarks {
  const marks = new Marks()
  let loading: 'not yet' | 'on its way' | 'done' = 'not yet'
  onLogout(() => {
    loading = 'not yet'
    marks.busy.clear()
    marks.become(new Map())
  })
  return {
    subscribe: marks.changes.subscribe,
    isOn: (pid) => marks.byPid.has(pid),
    load: async () => {
      if (loading !== 'not yet' || session.get().token === null) return
      loading = 'on its way'
      marks.requested()
      const viewer = currentViewerKey()
      const stored = await server.load()
      if (currentViewerKey() !== viewer) return
      loading = stored === null ? 'not yet' : 'done'
      if (stored !== null) marks.loaded(stored)
    },
    toggle: async (programme) => {
      const { busy } = marks
      if (busy.has(programme.pid)) return { kind: 'overtaken' }
      const viewer = currentViewerKey()
      busy.add(programme.pid)
      const id = marks.byPid.get(programme.pid)
      const send = id === undefined ? add(marks, server, programme) : remove(marks, server, id)
      const result = await send
      busy.delete(programme.pid)
      if (currentViewerKey() !== viewer) return { kind: 'overtaken' }
      result.settle()
      if (result.kind === 'ok') return { kind: 'done', isOn: id === undefined }
      return { kind: 'undone', message: result.message }
    },
    added: (pids, id) => marks.with(pids, id),
    removed: (ids) => marks.without((_, id) => ids.includes(id)),
  }
}

interface Sent {
  readonly kind: 'ok' | 'failed'
  /** The server's message; empty when it was not reached. */
  readonly message: string
  /** Shows what the server has now. */
  settle(): void
}

async function add(marks: Marks, server: MarksOnServer, programme: MarkedProgramme): Promise<Sent> {
  const { pid } = programme
  marks.with([pid], pressed)
  const result = await whenFree(() => server.add(programme))
  if (result.kind !== 'ok') return failed(result, () => marks.without((other) => other === pid))
  return { kind: 'ok', message: '', settle: () => marks.with([pid, ...result.data.pids], result.data.id) }
}

async function remove(marks: Marks, server: MarksOnServer, id: number): Promise<Sent> {
  const pids = [...marks.byPid].filter(([, other]) => other === id).map(([pid]) => pid)
  marks.without((_, other) => other === id)
  const result = await whenFree(() => server.remove(id))
  if (result.kind !== 'ok') return failed(result, () => marks.with(pids, id))
  return { kind: 'ok', message: '', settle: () => undefined }
}

/** Sends a change once more, when an overloaded server has refused it and said when to ask again. */
async function whenFree<Data>(send: () => Promise<CallResult<Data>>): Promise<CallResult<Data>> {
  const viewer = currentViewerKey()
  const result = await send()
  const waitMs = busyMs(result)
  if (waitMs === 0) return result
  await new Promise((resolve) => setTimeout(resolve, waitMs))
  return currentViewerKey() === viewer ? send() : result
}

function failed(result: CallResult<unknown>, settle: () => void): Sent {
  return { kind: 'failed', message: result.kind === 'refused' ? result.message : '', settle }
}
