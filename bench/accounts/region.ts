/**
 * Whether an address is inside the national network: one look-up among ten thousand networks, against one `Map.get` of
 * the same texts.
 */
import { parsePrefix, prefixTable } from '#server/region/region.ts'
import { seededRandom } from '#server/platform/primitives/ids.ts'
import type { BenchResult } from '#bench/kit/measure.ts'

const networks = 10_000
const addresses = 20_000
const rounds = 15

/** Half IPv4, half IPv6, a tenth of them exceptions; half of the addresses are in one of the networks. */
export function prefixLookUp(): BenchResult {
  const random = seededRandom('region')
  const bytes = (count: number) => [...random(count)]
  const ipv4 = () => `${bytes(4).join('.')}`
  const ipv6 = () =>
    `2a${bytes(1)[0]?.toString(16).padStart(2, '0')}:${bytes(6)
      .map((byte) => (byte * 257).toString(16))
      .join(':')}:1`
  const params = Array.from({ length: networks }, (_, index) =>
    index % 2 === 0 ? `${ipv4()}/${12 + (index % 13)}` : `${ipv6()}/${24 + (index % 25)}`,
  )
  const table = prefixTable(params.flatMap((text, index) => parsePrefix(text, index % 10 !== 0) ?? []))
  const request = Array.from({ length: addresses }, (_, index) =>
    index % 2 === 0 ? (params[index % networks]?.split('/', 1)[0] ?? '') : index % 4 === 1 ? ipv4() : ipv6(),
  )
  const cached = new Map(request.map((address, index) => [address, index]))
  let result = 0
  const ours: number[] = []
  const baseline: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    baseline.push(
      microsecondsEach(request, (address) => (result += cached.get(address) === undefined ? 0 : 1)),
    )
    ours.push(microsecondsEach(request, (address) => (result += table.lookUp(address) === true ? 1 : 0)))
  }
  if (result < addresses * rounds) throw new Error('the look-ups found nothing')
  return {
    name: `region of an address among ${networks.toLocaleString('en')} networks`,
    // Other programs on the machine only ever add time.
    ours: Math.min(...ours),
    baseline: Math.min(...baseline),
    unit: 'µs',
    target: 25,
    max: 5,
  }
}

function microsecondsEach(requests: readonly string[], work: (address: string) => void): number {
  const started = performance.now()
  for (const address of requests) work(address)
  return ((performance.now() - started) * 1000) / requests.length
}
