/** The demo's bank: a card gateway with test cards beside us, whose page shows the cards and the codes. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Cards } from '#server/cards/cards.ts'
import type { Ground } from '#server/ground.ts'
import { startChildProgram, type ChildProgram } from '#server/platform/child-program.ts'

export interface DemoCardGateway {
  /** Gives the line that is printed after the address. */
  prepare(): Promise<readonly string[]>
  close(): Promise<void>
}

const programPath = fileURLToPath(new URL('../../emulators/card-gateway/main.ts', import.meta.url))
const startLimitMs = 10_000
interface Addresses {
  readonly page: string
  readonly atmos: string
}

/** Does nothing where a gateway of one's own is set: the demo must not take the place of a real one. */
export function createDemoCardGateway({ settings, log, dataDir }: Ground, cards: Cards): DemoCardGateway {
  let bank: ChildProgram | undefined
  let closed = false
  return {
    prepare: async () => {
      if (settings.EKRAN_CARD_GATEWAY !== undefined || closed) return []
      const printed = Promise.withResolvers<Addresses | undefined>()
      const late = setTimeout(() => printed.resolve(undefined), startLimitMs)
      // It remembers the cards it knows, as the database does.
      const state = ['--state', join(dataDir, 'demo-card-gateway.json')]
      bank = startChildProgram(programPath, [...state, '--tie-to-stdin'], log, (line) =>
        printed.resolve(readAddresses(line)),
      )
      const addresses = await printed.promise
      clearTimeout(late)
      if (addresses === undefined || closed) {
        if (!closed) log.warn('the card gateway of the demo did not start: cards are not taken')
        return []
      }
      cards.useGateway(addresses.atmos)
      return [`Demo bank cards: ${addresses.page}`]
    },
    close: async () => {
      closed = true
      if (bank === undefined) return
      cards.useGateway(undefined)
      await bank.stop()
    },
  }
}

function readAddresses(line: string): Addresses | undefined {
  try {
    const read: unknown = JSON.parse(line)
    if (typeof read !== 'object' || read === null) return undefined
    const [page, atmos]: unknown[] = [Reflect.get(read, 'page'), Reflect.get(read, 'atmos')]
    return typeof page === 'string' && typeof atmos === 'string' ? { page, atmos } : undefined
  } catch {
    return undefined
  }
}
