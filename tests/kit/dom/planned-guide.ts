/** A guide in hours from now, as the server sends it to the grid, and a screen size for the grid. */
import { vi } from 'vitest'
import { guideTileSec, type TileProgramme } from '#contract/channels/guide.ts'
import type { SeenRequest } from './simulated-server.ts'

export interface PlannedProgramme {
  readonly pid: number
  readonly title: string
  /** Hours from now. */
  readonly from: number
  readonly to: number
  readonly isRecorded?: boolean
}

/** The programmes of channels, by their ids; the guide of one that is left out is empty. */
export type GuidePlan = Readonly<Record<number, readonly PlannedProgramme[]>>

export function buildTileProgramme(nowSec: number, planned: PlannedProgramme): TileProgramme {
  const { pid, title, from, to, isRecorded = false } = planned
  return {
    ...{ pid, title, sub_title: '', season: null, episode: null, genre: 0, age_rating: '' },
    ...{ begin_time: nowSec + from * 3600, end_time: nowSec + to * 3600 },
    is_watchable: isRecorded ? 1 : 0,
  }
}

/** The response to a tile request: the part of the plan in its six hours. */
export function plannedTile(nowSec: number, plan: GuidePlan, input: SeenRequest['input']) {
  const fromSec = Number(input['from'])
  const cids = String(input['cids']).split(',').map(Number)
  const item = cids.map((cid) => {
    const programmes = (plan[cid] ?? []).map((one) => buildTileProgramme(nowSec, one))
    const inside = programmes.filter(
      ({ begin_time, end_time }) => end_time > fromSec && begin_time < fromSec + guideTileSec,
    )
    return { cid, programs: { item: inside } }
  })
  return { channels: { item } }
}

/** happy-dom has no layout: here the grid has room for four hours and three rows, and its font is loaded. */
export function layOutGuide(): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(250)
  Object.defineProperty(document, 'fonts', { value: { status: 'loaded' }, configurable: true })
}
