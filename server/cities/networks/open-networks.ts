/** The operator's networks in memory, for looking an address up. */
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { parsePrefix, prefixTable } from '#server/region/region.ts'
import { listNetworks } from './network-store.ts'
import type { NetworkLine } from './read-networks.ts'

export interface Networks {
  /** The network of the longest prefix; undefined for an address of no network, or an invalid one. */
  networkOf(address: string): NetworkLine | undefined
  /** Reads the list again. */
  reload(): Promise<void>
}

/** Reads the list. Throws when the database does not answer. */
export async function openNetworks({ db, log }: { readonly db: Db; readonly log: Log }): Promise<Networks> {
  let find = (_address: string): NetworkLine | undefined => undefined
  const reload = async () => {
    const networks = await listNetworks(db)
    const lines = new Map(networks.map((line) => [line.prefix, line]))
    const table = prefixTable(networks.flatMap(({ prefix }) => parsePrefix(prefix, true) ?? []))
    find = (address) => lines.get(table.find(address)?.written ?? '')
    log.info('cities.networks_loaded', { networks: networks.length })
  }
  await reload()
  return { networkOf: (address) => find(address), reload }
}
