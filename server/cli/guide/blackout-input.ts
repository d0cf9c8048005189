/** Blackouts as they are named and written at the command line. */
import {
  type BlackoutDevice,
  type BlackoutHold,
  type Territory,
  blackoutDevices,
  blackoutHolds,
  territories,
} from '#contract/form/blackouts.ts'
import {
  type BlackoutContent,
  type BlackoutFields,
  type ResolvedBlackout,
  loadBlackouts,
  resolved,
  stateOf,
} from '#server/blackouts/blackouts.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { type CommandInput, moment, momentIn, shown } from '#server/cli/command/command.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { openTelevision } from '#server/television/television.ts'

/** The options of what is entered or changed. */
export const blackoutOptions = {
  from: { type: 'string' },
  until: { type: 'string' },
  territory: { type: 'string' },
  devices: { type: 'string' },
  holds: { type: 'string' },
  ru: { type: 'string' },
  uz: { type: 'string' },
  note: { type: 'string' },
} as const

const maxWords = 300
const maxNote = 1000

/** The channels, the guide and the films of this moment. */
export async function readContent(db: Db): Promise<BlackoutContent> {
  const [television, catalogue] = await Promise.all([openTelevision(db, systemClock), openCatalogue(db)])
  return { television: television.now(), catalogue: catalogue.now() }
}

/** All blackouts by the current guide, the last to begin first. */
export async function readBlackouts(db: Db): Promise<readonly ResolvedBlackout[]> {
  const [stored, television] = await Promise.all([loadBlackouts(db), openTelevision(db, systemClock)])
  return stored.map((one) => resolved(one, television.now()))
}

/** What the options name, over what is there; or what is wrong with them, without its full stop. */
export function fieldsOf(input: CommandInput, before: BlackoutFields): BlackoutFields | string {
  const { text } = input
  const words = { ru: text('ru') ?? before.words.ru, uz: text('uz') ?? before.words.uz }
  if ([words.ru, words.uz].some(({ length }) => length > maxWords))
    return `the words for viewers have ${maxWords} characters at most`
  const note = text('note') ?? before.note
  if (note.length > maxNote) return `a note has ${maxNote} characters at most`
  const [from, until] = [text('from'), text('until')]
  const fromMs = from === undefined ? before.fromMs : momentIn(from)
  if (fromMs === undefined) return `${shown(from ?? '')} is no moment like 2026-11-28T20:00`
  const untilMs = until === undefined ? before.untilMs : until === 'none' ? null : momentIn(until)
  if (untilMs === undefined) return `${shown(until ?? '')} is no moment like 2026-11-28T22:00`
  const areas = chosen<Territory>(text('territory'), territories, before.territories)
  if (typeof areas === 'string') return `--territory: ${areas}`
  const devices = chosen<BlackoutDevice>(text('devices'), blackoutDevices, before.devices)
  if (typeof devices === 'string') return `--devices: ${devices}`
  const holds = chosen<BlackoutHold>(text('holds'), blackoutHolds, before.holds)
  if (typeof holds === 'string') return `--holds: ${holds}`
  return { ...before, words, note, fromMs, untilMs, territories: areas, devices, holds }
}

function chosen<Value extends string>(
  named: string | undefined,
  all: readonly Value[],
  before: readonly Value[],
): readonly Value[] | string {
  if (named === undefined) return before
  if (named === 'all') return all
  const words = named.split(',')
  const unknown = words.find((word) => !all.some((one) => one === word))
  if (unknown !== undefined) return `${shown(unknown)} is none of ${all.join(', ')}, all`
  return all.filter((one) => words.includes(one))
}

/** A stored blackout as fields. */
export function fieldsOfBlackout(blackout: ResolvedBlackout): BlackoutFields {
  const { target, cid, pid, vid, fromMs, untilMs, territories: areas, devices, holds, words, note } = blackout
  return { target, cid, pid, vid, fromMs, untilMs, territories: areas, devices, holds, words, note }
}

/** A blackout in one line. */
export function lineOf(blackout: ResolvedBlackout): string {
  const { id, target, label, fromMs, untilMs } = blackout
  const period = `${moment(fromMs)} – ${untilMs === null ? 'no end yet' : moment(untilMs)}`
  const state = stateOf(blackout, systemClock.nowMs())
  return `  ${id}  ${state.padEnd(7)}  ${target.padEnd(9)}  ${period}  ${shown(label)}`
}

/** Whom it is for and where it holds. */
export function scopeLine({
  territories: areas,
  devices,
  holds,
}: Pick<ResolvedBlackout, 'devices' | 'holds' | 'territories'>): string {
  const where = areas.length === territories.length ? 'everywhere' : `${areas.join(', ')} the network`
  const which = devices.length === blackoutDevices.length ? 'all devices' : devices.join(', ')
  return `${where}; ${which}; holds in ${holds.join(', ')}`
}
