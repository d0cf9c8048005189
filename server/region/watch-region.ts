import type { Region } from './open-region.ts'
import type { Part } from '#server/platform/primitives/part.ts'
import type { Metrics } from '#server/platform/metrics.ts'

/** The list's state in `/readyz`. An old list is no reason to refuse requests: it is always ready. */
export function regionPart(region: Region): Part {
  return {
    name: 'network prefixes',
    check: async () => {
      const facts = region.facts()
      if (facts === undefined) return { count: 0, everybody: 'inside' }
      const date = new Date(facts.dateMs).toISOString().slice(0, 10)
      return { count: facts.count, date, age_days: facts.ageDays }
    },
  }
}

export function addRegionGauges(metrics: Metrics, region: Region): void {
  metrics.gauge('ekran_network_prefixes', 'Prefixes of the national network; 0: everybody is inside', () => {
    return region.facts()?.count ?? 0
  })
  metrics.gauge(
    'ekran_network_prefixes_age_days',
    'Days since the list of prefixes was made; NaN without one',
    () => {
      return region.facts()?.ageDays ?? Number.NaN
    },
  )
}
