/** How playing goes by network and city of the viewer, without groups so small that somebody could be recognised. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { startBoundsMs } from '#server/monitoring/monitoring.ts'
import { type Group, fewViewers, foldSmall, sumOf, viewersOf } from './fold-small.ts'
import { qualityMeasures } from './quality-measures.ts'
import { type Period, type RowName, type Table, maxRows, tableOf } from './report.ts'

interface Part extends Group {
  readonly device: string
  readonly network: string
  readonly city: number
}

interface NamedGroup extends Group {
  readonly key: string
  readonly name: RowName
}

const noName: RowName = { ru: '', uz: '', en: '' }

/** Three tables, each sums to the whole of what was counted by network. Empty before anything was. */
export async function networkTables(db: Db, period: Period): Promise<readonly Table[]> {
  const [parts, cities] = await Promise.all([partsOf(db, period), cityNames(db)])
  const places = placesOf(parts)
  const { shown, rest } = foldSmall(places)
  const folded = places.filter((place) => !shown.includes(place)).flatMap((place) => place.parts)
  const networks = [...Map.groupBy(shown, ({ network }) => network)].map(([network, of]) => ({
    ...sumOf(of),
    ...networkName(network),
    parts: of.flatMap((place) => place.parts),
  }))
  const byCity = [...Map.groupBy(shown, ({ city }) => city)].map(([city, of]) => ({
    ...sumOf(of),
    key: city === 0 ? 'none' : String(city),
    name: city === 0 ? noName : (cities.get(city) ?? nameOf(`№ ${city}`)),
  }))
  const few = (key: string) => (rest === undefined ? [] : [{ ...rest, key, name: noName }])
  return [
    tableOf('quality_networks', ordered(networks, few('few')), qualityMeasures),
    tableOf('quality_cities', ordered(byCity, few('few')), qualityMeasures),
    tableOf(
      'quality_network_devices',
      ordered(devicesOf(networks, folded), few('rest:few')),
      qualityMeasures,
    ),
  ]
}

/** One network in one city: all tables are sums of the same places, so one table says nothing about another's small ones. */
interface Place extends Group {
  readonly network: string
  readonly city: number
  readonly parts: readonly Part[]
}

function placesOf(parts: readonly Part[]): readonly Place[] {
  const byPlace = Map.groupBy(parts, ({ network, city }) => `${city} ${network}`)
  return [...byPlace.values()].flatMap((of) => {
    const [first] = of
    return first === undefined ? [] : [{ ...sumOf(of), network: first.network, city: first.city, parts: of }]
  })
}

/** A network with its devices: which of them stand by themselves. */
interface NetworkDevices extends Pick<NamedGroup, 'key' | 'name'> {
  shown: readonly DeviceGroup[]
  hidden: readonly DeviceGroup[]
}

interface DeviceGroup extends Group {
  readonly device: string
}

/**
 * Each network by device; small devices of a network are one row of it. `folded`: what belongs to no network that is
 * shown. The report has the sum of each device beside it, so what of a device does not stand by itself has enough viewers
 * too.
 */
function devicesOf(
  networks: readonly (NamedGroup & { readonly parts: readonly Part[] })[],
  folded: readonly Part[],
): readonly NamedGroup[] {
  const split = networks.map(({ key, name, parts }): NetworkDevices => {
    const groups = byDevice(parts)
    const { shown } = foldSmall(groups)
    return { key, name, shown, hidden: groups.filter((one) => !shown.includes(one)) }
  })
  for (const { device } of byDevice([...networks.flatMap(({ parts }) => parts), ...folded]))
    hideWithOthers(split, folded, device)
  return split.flatMap(({ key, name, shown, hidden }) => [
    ...shown.map((one) => ({ ...one, key: `${one.device}:${key}`, name })),
    ...(hidden.length === 0 ? [] : [{ ...sumOf(hidden), key: `rest:${key}`, name }]),
  ])
}

function byDevice(parts: readonly Part[]): readonly DeviceGroup[] {
  return [...Map.groupBy(parts, ({ device }) => device)].map(([device, of]) => ({ ...sumOf(of), device }))
}

/** While few viewers of a device are hidden, its smallest group joins them, with another device of that network. */
function hideWithOthers(networks: readonly NetworkDevices[], folded: readonly Part[], device: string): void {
  const isOf = (one: { readonly device: string }) => one.device === device
  const hidden = [...networks.flatMap((network) => network.hidden), ...folded].filter(isOf)
  if (hidden.length === 0 || viewersOf(sumOf(hidden)) >= fewViewers) return
  const [smallest] = networks
    .flatMap((network) => network.shown.filter(isOf).map((group) => ({ network, group })))
    .toSorted((a, b) => isAlone(a.network) - isAlone(b.network) || bySize(a.group, b.group))
  if (smallest === undefined) return
  const { network, group } = smallest
  const others = network.shown.filter((one) => one !== group).toSorted(bySize)
  // A rest of one device alone would be that device.
  const joins = network.hidden.length === 0 ? [group, ...others.slice(0, 1)] : [group]
  network.hidden = [...network.hidden, ...joins]
  network.shown = network.shown.filter((one) => !joins.includes(one))
}

/** 1: whatever of the network is hidden is its one device. */
function isAlone({ shown, hidden }: NetworkDevices): 0 | 1 {
  return shown.length + hidden.length === 1 ? 1 : 0
}

function bySize(a: Group, b: Group): number {
  return viewersOf(a) - viewersOf(b) || a.plays - b.plays
}

function ordered(rows: readonly NamedGroup[], last: readonly NamedGroup[]): readonly NamedGroup[] {
  return [...rows.toSorted((a, b) => b.plays - a.plays).slice(0, maxRows), ...last]
}

function networkName(network: string): Pick<NamedGroup, 'key' | 'name'> {
  return network === '' ? { key: 'none', name: noName } : { key: `n:${network}`, name: nameOf(network) }
}

function nameOf(name: string): RowName {
  return { ru: name, uz: name, en: name }
}

/** More groups of a period are not read. */
const maxParts = 50_000

async function partsOf(db: Db, { from, to }: Period): Promise<readonly Part[]> {
  const starts = [...startBoundsMs, 'over'].map((_, step) => sql`sum(starts[${sql.lit(step + 1)}])::float8`)
  const { rows } = await sql<Omit<Part, 'viewers'> & { readonly bits: string }>`
    select device, network, city_id as city, sum(plays)::float8 as plays, sum(abandoned)::float8 as abandoned,
      sum(failures)::float8 as failures, sum(played_ms)::float8 as played, sum(stalls)::float8 as stalls,
      sum(stalled_ms)::float8 as stalled, array[${sql.join(starts)}] as starts, bit_or(viewer_bits)::text as bits
    from report_network_day where day between ${from} and ${to}
    group by 1, 2, 3 order by sum(plays) desc limit ${maxParts}`.execute(db)
  return rows.map(({ bits, ...row }) => ({ ...row, viewers: BigInt(`0b${bits}`) }))
}

async function cityNames(db: Db): Promise<ReadonlyMap<number, RowName>> {
  const rows = await db.selectFrom('city').selectAll().execute()
  return new Map(rows.map((row) => [row.city_id, { ru: row.name_ru, uz: row.name_uz, en: row.name_en }]))
}
